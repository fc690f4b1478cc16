/** What becomes of the links that users follow: pages of resources, and smart links. */
export { createFollow, type Following, type Reported } from './follow.js';
