/** Why a bot's quality is what it is: a closed set. */
export const qualityReasons = [
  'too_few',
  'as_others',
  'stay_longer',
  'leave_within_hour',
  'leave_within_day',
  'leave_within_week',
  'leave_within_month',
  'unusual_delays',
  'suspicious',
  'shared_address',
  'repeats',
] as const;

export type QualityReason = (typeof qualityReasons)[number];

/** Whether a text, such as one that was stored, is a reason. */
export function isQualityReason(text: string): text is QualityReason {
  return (qualityReasons as readonly string[]).includes(text);
}
