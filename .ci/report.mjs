/**
 * What a report of vitest says, for `run`: in its first line how many tests passed, how many failed, and the files they failed
 * in, a word each; then a line for each failed test, with the first of what it says.
 */
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = text === '' ? {} : JSON.parse(text);
const failed = testResults.filter(({ status }) => status === 'failed');
console.log(numPassedTests, numFailedTests, ...failed.map(({ name }) => name));
for (const { assertionResults } of failed)
  for (const { status, fullName, failureMessages } of assertionResults)
    if (status === 'failed') console.log(`${fullName}: ${String(failureMessages[0]).split('\n')[0]}`);
