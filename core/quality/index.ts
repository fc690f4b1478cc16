export type { Anomaly } from './anomalies.js';
export { type AnomalyCard, anomalyCardOf } from './anomaly-notifications.js';
export { announceFactors } from './announcing.js';
export { createBotQuality, type Paying } from './bot-quality.js';
export { factorsAt, holdByQuality, payingShare } from './paying.js';
export { qualityBounds } from './quality.js';
export { DELAYS_END_MS } from './delays.js';
export { createQualityReading, type QualityReading } from './reading.js';
export { MARKS_MS } from './stays.js';
