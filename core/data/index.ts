/** Tables of what orders and bots may name, and the shares of each. */
export { ageCategoryOf, ageLabel, ages } from './ages.js';
export { ASSUMED_WEIGHT } from './priors.js';
export * from './bot-qualities.js';
export { cities, cityNamed, FIRST_FOREIGN_CITY_ID } from './cities.js';
export { countries, countryOfCode } from './countries.js';
export * from './devices.js';
export * from './filters.js';
export { languageIdOf, languages } from './languages.js';
export { adThemes, botThemes } from './themes.js';
