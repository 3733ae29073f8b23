import { createSystemPrompt, renderPrompt } from 'promptasm';

async function assemble() {
  const prompt = await createSystemPrompt({ includeHarnessIdentity: false, persona: 'You help {{user}}.' });
  prompt.variable('user', () => 'Ana');
  prompt.section({ name: 'style', order: 100, text: 'Be brief.' });
  postMessage({ core: prompt.core.kind, prompt: renderPrompt(await prompt.assemble()) });
}

assemble();
