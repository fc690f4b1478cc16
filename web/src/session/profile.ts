/** Who is signed in, for every part of a page. */
import { createContext, useContext } from 'react';
import type { Answered } from '../api/client';

export type Profile = Answered<'/account#info'>['result'];

export const ProfileContext = createContext<Profile | null>(null);

/** Whether a sign-in lies over the page. */
export const CoveredContext = createContext(false);

export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (profile === null) throw new Error('Nobody is signed in here.');
  return profile;
}
