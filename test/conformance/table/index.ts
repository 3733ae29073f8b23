/** The whole table, by subject. */
import type { Subject } from '../row.js';
import { aborting } from './aborting.js';
import { assembling } from './assembling.js';
import { changes } from './changes.js';
import { completeSections } from './complete-sections.js';
import { configuration } from './configuration.js';
import { contexts } from './contexts.js';
import { delimiters } from './delimiters.js';
import { errorPositions } from './error-positions.js';
import { errors } from './errors.js';
import { livingWithPlugins } from './living-with-plugins.js';
import { nothingStale } from './nothing-stale.js';
import { nothingStaleTools } from './nothing-stale-tools.js';
import { plugins } from './plugins.js';
import { providers } from './providers.js';
import { referencesAngles } from './references-angles.js';
import { referencesBraces } from './references-braces.js';
import { registering } from './registering.js';
import { registeringErrors } from './registering-errors.js';
import { rendering } from './rendering.js';
import { scopeLifetime } from './scope-lifetime.js';
import { scopes } from './scopes.js';
import { stablePrefix } from './stable-prefix.js';
import { suggestions } from './suggestions.js';
import { templateLookalikes } from './template-lookalikes.js';
import { toolOrder } from './tool-order.js';
import { toolSchemas } from './tool-schemas.js';
import { validation } from './validation.js';
import { valuesAndTexts } from './values.js';
import { verifying } from './verifying.js';
import { waterfall } from './waterfall.js';

export const table: readonly Subject[] = [
  registering,
  registeringErrors,
  changes,
  plugins,
  providers,
  livingWithPlugins,
  scopes,
  scopeLifetime,
  assembling,
  aborting,
  waterfall,
  completeSections,
  validation,
  referencesBraces,
  referencesAngles,
  delimiters,
  templateLookalikes,
  valuesAndTexts,
  rendering,
  contexts,
  toolOrder,
  toolSchemas,
  stablePrefix,
  nothingStale,
  nothingStaleTools,
  configuration,
  errors,
  errorPositions,
  suggestions,
  verifying,
];
