/** A payment rail on a real socket, with the faults that a rail has on a bad day. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { openLocalServer } from './local-server.js';

/**
 * What goes wrong with a call. `lost`: it is done, and its answer never comes. `html`: a proxy answers instead, and nothing
 * is done. `silent`: nothing is done, and nothing comes. `error`: 500 in the rail's own words, nothing is done.
 */
export type CallFault = 'lost' | 'html' | 'silent' | 'error';

export interface RailCall {
  /** What is asked for, by which faults are set. */
  name: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface RailReply {
  status: number;
  body: object;
}

export interface RailSocket {
  url: string;
  /** The next call of the name meets it; several queue up. Null: none that is queued. */
  fault: (name: string, fault: CallFault | null) => void;
  /** Asked before each call: what goes wrong with it. */
  faultOf: ((name: string) => CallFault | null) | null;
  /** The calls so far, by name. */
  calls: string[];
  close: () => Promise<void>;
}

export async function openRailSocket(rail: {
  nameOf(request: { method: string; path: string }): string;
  answer(call: RailCall): RailReply;
  /** How this rail says that it failed. */
  failure: object;
}): Promise<RailSocket> {
  const faults = new Map<string, CallFault[]>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://rail');
    const sent = await text(request);
    const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
    const name = rail.nameOf({ method: request.method ?? '', path: url.pathname });
    socket.calls.push(name);
    const fault = socket.faultOf?.(name) ?? faults.get(name)?.shift() ?? null;
    if (fault === 'silent') {
      response.destroy();
      return;
    }
    if (fault === 'html') {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const reply =
      fault === 'error'
        ? { status: 500, body: rail.failure }
        : rail.answer({ name, url, headers: request.headers, body });
    if (fault === 'lost') response.destroy();
    else
      response
        .writeHead(reply.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(reply.body));
  };

  const socket: RailSocket = {
    ...(await openLocalServer(answer)),
    calls: [],
    faultOf: null,
    fault: (name, fault) => {
      if (fault === null) faults.delete(name);
      else faults.set(name, [...(faults.get(name) ?? []), fault]);
    },
  };
  return socket;
}
