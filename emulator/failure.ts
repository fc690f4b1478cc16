/** Answers that are not `ok`: the platform's to a bot, and the control interface's to a tool. */

import type { ResponseParameters } from 'grammy/types';

/** A call that the platform refuses, in the platform's words. */
export class ApiFailure extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly parameters: ResponseParameters = {},
  ) {
    super(description);
    this.name = 'ApiFailure';
  }
}

export const upgraded = (id: number): ApiFailure =>
  new ApiFailure(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
    migrate_to_chat_id: id,
  });

export const badRequest = (words: string): ApiFailure => new ApiFailure(400, `Bad Request: ${words}`);
export const forbidden = (words: string): ApiFailure => new ApiFailure(403, `Forbidden: ${words}`);
export const conflict = (words: string): ApiFailure => new ApiFailure(409, `Conflict: ${words}`);

/** A request to the control interface that is wrong; the message says what to send instead. */
export class ControlFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'ControlFailure';
  }
}

/** Thrown by the control interface's client when a request is refused; the message is the platform's. */
export class PlatformRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = 'PlatformRefusal';
  }
}
