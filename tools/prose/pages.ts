/** The pages for people: what git tracks of Markdown. */
import { execFileSync } from 'node:child_process';

export function pages(): string[] {
  const listed = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' });
  return listed.split('\n').filter((page) => page !== '');
}
