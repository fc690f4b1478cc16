/** Before the normalised link, where an order leads to neither a chat nor a bot of its own. */
export const LINK_TARGET = 'link:';
