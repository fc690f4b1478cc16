/** A request to each path in four languages. */
import { type CodeSample, codeSamplesOf, keyVariables } from '../../core/code-samples.js';
import type { Route } from '../route.js';

/** @param asked an example of what may be sent */
export function codeSamples(
  route: Route,
  asked: Record<string, unknown>,
  publicUrl: string,
  action?: string,
): CodeSample[] {
  const isPost = route.method === 'post';
  const example = { ...(action === undefined ? {} : { action }), ...asked };
  const query = isPost ? '' : new URLSearchParams(example as Record<string, string>).toString();
  const [kind] = route.access === 'public' ? [] : route.access;
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  return codeSamplesOf({
    method: isPost ? 'POST' : 'GET',
    url: `${publicUrl}${path}${query === '' ? '' : `?${query}`}`,
    key: kind === undefined ? null : keyVariables[kind],
    body: isPost ? JSON.stringify(example) : null,
  });
}
