/** Where the scripts of worker processes are, built or as they were written. */
const sibling = (name: string) =>
  new URL(`./${name}.${import.meta.url.endsWith('.js') ? 'js' : 'ts'}`, import.meta.url);

export const workers = { report: sibling('report'), backup: sibling('backup'), offsite: sibling('offsite') };
