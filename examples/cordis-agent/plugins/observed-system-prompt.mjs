/** The service `systemPrompt`, with a line for every registration that comes or goes. */
import { SystemPrompt } from 'promptasm/cordis';
import { say } from '../trace.mjs';

export default class ObservedSystemPrompt extends SystemPrompt {
  /** @param {import('promptasm/cordis').PromptSection} section @override */
  section(section) {
    return this.observed(`section ${section.name}`, () => super.section(section));
  }

  /** @param {import('promptasm/cordis').PromptContext} context @override */
  context(context) {
    return this.observed(`context ${context.name}`, () => super.context(context));
  }

  /**
   * @param {string} name
   * @param {(context: import('promptasm/cordis').AssembleContext) => string | undefined} provider
   * @override
   */
  variable(name, provider) {
    return this.observed(`variable ${name}`, () => super.variable(name, provider));
  }

  /**
   * @param {string} label
   * @param {() => () => void} register
   */
  observed(label, register) {
    return this.ctx.effect(function* () {
      yield register();
      yield () => say(`    - ${label}`);
      say(`    + ${label}`);
    }, label);
  }
}
