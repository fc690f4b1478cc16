/** Tables of what orders and bots may name, and the shares of each. */
export { ageCategoryOf, ageLabel, ages } from './ages.js';
export { ASSUMED_WEIGHT } from './assumed.js';
export {
  botQualityCoefficient,
  leastBotQualities,
  minBotQualities,
  type MinBotQuality,
} from './bot-qualities.js';
export { cities, cityNamed, FIRST_FOREIGN_CITY_ID, type City } from './cities.js';
export { countries, countryOfCode, type Country } from './countries.js';
export {
  deviceSystemIdOf,
  deviceSystems,
  deviceTypeOf,
  deviceTypes,
  type DeviceSystem,
  type DeviceType,
} from './devices.js';
export {
  agePercentagesOf,
  buildFilters,
  type AgePercentages,
  type FilterCounts,
  type Filters,
  type FilterValue,
} from './filters.js';
export { languageIdOf, languages, type Language } from './languages.js';
export { adThemes, botThemes, type Theme } from './themes.js';
