/** A process that starts with the published peer. */
import { createPublished } from './rivals/published.js';
import { tellAge, workload, world } from './start-child.js';

const { strings } = await createPublished(workload, world);
const texts = (await strings?.()) ?? [];
tellAge(texts.reduce((sum, text) => sum + text.length, 0));
