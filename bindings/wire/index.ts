/** Request bytes: the entry `promptasm/wire`. */
export type { IllFormedText } from '../prompt/bytes.js';
export { type BodyEncoder, createBodyEncoder } from './body-encoder.js';
export type { BodyOptions } from './cache-marks.js';
export { canonicalSchema } from './canonical-schema.js';
export type { WireFormat } from './formats.js';
export { preflight } from './preflight.js';
export type { BodyRequest } from './request-head.js';
export { mapToolNames, type ToolNameMap } from './tool-names.js';
