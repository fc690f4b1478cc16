/** What becomes of the links that users follow: pages of resources, and smart links. */
export { createFollow, type Following, type PageReport, type Reported } from './follow.js';
