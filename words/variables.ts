/** What is filled into a message: for the types of the cabinet's words, and for the cabinet itself. */

/** @param pattern of a parsed message @returns the names of its variables, each once */
export function variablesOf(pattern: unknown): string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  if ('type' in pattern && pattern.type === 'var' && 'name' in pattern) return [String(pattern.name)];
  return [...new Set(Object.values(pattern).flatMap(variablesOf))];
}
