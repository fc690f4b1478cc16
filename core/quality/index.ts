export { type BotQuality, createBotQuality } from './bot-quality.js';
export { type Quality, qualityBounds, type QualityCause } from './quality.js';
export { createQualityReading, type QualityReading } from './reading.js';
export { type QualityReason, qualityReasons, sayQuality } from './reasons.js';
