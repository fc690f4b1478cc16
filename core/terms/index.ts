/**
 * What may be set, and the closed sets of reasons: each term has a row, or a name, and all else is made of it. Ports, use
 * cases and both databases name them; they know none of those.
 */
export {
  botBounds,
  type BotSetting,
  type BotSettings,
  botSettings,
  defaultBotSettings,
  type FlagSettingName,
  flagSettingNames,
  type FlagSetting,
  type SettingName,
  settingNames,
} from './bot-settings.js';
export { type NoFillReason, noFillReasons } from './no-fill-reasons.js';
export {
  type CreateName,
  createNames,
  fieldDefaults,
  type FieldName,
  fieldNames,
  type FieldValues,
  type FlagField,
  type FlagName,
  flagNames,
  type KeptName,
  keptNames,
  type NeededName,
  type OptionCode,
  optionCodes,
  type OptionName,
  optionNames,
  type OrderChange,
  type OrderField,
  orderFields,
  type OrderInput,
  rowOf,
} from './order-fields.js';
export { isQualityReason, type QualityReason, qualityReasons } from './quality-reasons.js';
export {
  type AnyRow,
  choiceNames,
  type ChoiceName,
  type ChoiceRow,
  demandNames,
  type DemandRow,
  type Level,
  levelNames,
  type LevelName,
  type LevelRow,
  levels,
  listNames,
  type ListName,
  rulebook,
  type Rulebook,
  type Targeting,
  type TargetingName,
  targetingNames,
  type TraitValue,
} from './rulebook.js';
export {
  alwaysOpen,
  type Flow,
  isOpen,
  mergeSchedule,
  openFlowBetween,
  openMsBetween,
  type Schedule,
  type SchedulePatch,
} from './schedule.js';
export {
  DEFAULT_LANGUAGES,
  defaultTargeting,
  isDefaultAudience,
  mergeTargeting,
  type TargetingPatch,
} from './targeting.js';
export { isUnpaidReason, type UnpaidReason, unpaidReasons } from './unpaid-reasons.js';
export type { AgeCategory, Gender, UserTraits } from './user-traits.js';
export { ASSUMED_LANGUAGE } from './user-traits.js';
