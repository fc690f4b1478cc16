export type { Anomaly } from './anomalies.js';
export { type AnomalyCard, anomalyCardOf } from './anomaly-notices.js';
export { type BotQuality, createBotQuality } from './bot-quality.js';
export { type Quality, qualityBounds, type QualityCause } from './quality.js';
export { DELAYS_END_MS } from './delays.js';
export { createQualityReading, type QualityReading } from './reading.js';
export { type QualityReason, qualityReasons, sayQuality } from './reasons.js';
export { MARKS_MS } from './stays.js';
