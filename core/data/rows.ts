/** Tables written as text, a row a line: shorter to read and to change than a list of objects. */

/**
 * Cuts a table into its rows; empty lines are left out. The first `columns` are words, what follows is one last column,
 * which may hold spaces.
 */
export function readRows(table: string, columns: number): string[][] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const words = line.split(/ +/);
      return [...words.slice(0, columns), words.slice(columns).join(' ')];
    });
}
