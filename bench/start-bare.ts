/** A process that assembles nothing. */
import { tellAge, workload } from './start-child.js';

tellAge(workload.texts.length);
