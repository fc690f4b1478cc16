/** Tables of what orders and bots may name, and the shares of each. */
export { ageCategoryOf, ageLabel, ages } from './ages.js';
export { ASSUMED_WEIGHT } from './priors.js';
export * from './bot-qualities.js';
export { cities, cityNamed, FIRST_FOREIGN_CITY_ID, type City } from './cities.js';
export { countries, countryOfCode, type Country } from './countries.js';
export * from './devices.js';
export * from './filters.js';
export { languageIdOf, languages, type Language } from './languages.js';
export { adThemes, botThemes, type Theme } from './themes.js';
