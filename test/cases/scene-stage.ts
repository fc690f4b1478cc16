/** A scene anew for each test, over one emulated platform for the file; and its calls. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { Scene } from './scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from './stage.js';

export interface SceneStage {
  readonly stage: Stage;
  readonly scene: Scene;
  /** @param key a key of the scene (`scene.names`) */
  post(path: string, key: unknown, body: object): Promise<{ http: number; body: Record<string, unknown> }>;
}

/** Opens it before each test and closes it after; what it returns can be used from then on. */
export function useSceneStage(environment: Record<string, string> = {}): SceneStage {
  const at = {} as { -readonly [Part in keyof SceneStage]: SceneStage[Part] };
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await openEmulator();
  });
  afterAll(() => emulator.close());
  beforeEach(async () => {
    const stage = await openStage(emulator, environment);
    [at.stage, at.scene] = [stage, new Scene(stage)];
    await at.scene.open();
    return () => stage.close();
  });
  at.post = async (path, key, body) => {
    const response = await fetch(new URL(path, at.stage.url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Auth: String(key) },
      body: JSON.stringify(body),
    });
    return { http: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return at;
}
