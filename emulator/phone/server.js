/** Talks to the emulated platform: requests, and events as they happen. */

async function request(method, name, body) {
  const response = await fetch(`/emulator/${name}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `the platform answered ${response.status}`);
  return answer;
}

export const post = (name, body = {}) => request('POST', name, body);

export function get(name, query = {}) {
  const search = new URLSearchParams(Object.entries(query));
  return request('GET', `${name}?${search}`);
}

/**
 * Hears of everything that happens.
 * @param onEvent gets each event
 * @param onReconnected is called when the connection is back after a loss: things may have happened meanwhile
 */
export function listen(onEvent, onReconnected) {
  const kinds = 'user,bot,chat,member,message,post,dialog,answer,typing,commands,payment,guide,reset';
  const source = new EventSource(`/emulator/events?types=${kinds}`);
  let hasConnected = false;
  source.addEventListener('hello', () => {
    if (hasConnected) onReconnected();
    hasConnected = true;
  });
  source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data)));
}
