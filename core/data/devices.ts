/** Kinds of devices and their systems, as documented (`interface.md`, End-user information). */

/** The ids of `devicestype`. */
export type DeviceType = 'mobile' | 'desktop' | 'tablet';

/** As user info names them. */
export type DeviceSystem = 'Android' | 'iOS' | 'Mac OS' | 'Windows';

export const deviceTypes: readonly { id: DeviceType; name: string; prior: number }[] = [
  { id: 'mobile', name: 'Mobile phone', prior: 87 },
  { id: 'desktop', name: 'Desktop computer', prior: 10.5 },
  { id: 'tablet', name: 'Tablet', prior: 2.5 },
];

/**
 * The ids of `devicesos`. The four documented systems alone: another one, such as Linux, is unknown to the interface,
 * and unknown never matches a demand.
 */
export const deviceSystems: readonly { id: number; name: DeviceSystem; prior: number }[] = [
  { id: 1, name: 'Android', prior: 63 },
  { id: 2, name: 'iOS', prior: 25 },
  { id: 3, name: 'Mac OS', prior: 3 },
  { id: 4, name: 'Windows', prior: 9 },
];

export function deviceSystemIdOf(name: string): number | undefined {
  return deviceSystems.find((system) => system.name === name)?.id;
}

export function deviceTypeOf(name: string): DeviceType | undefined {
  return deviceTypes.find((type) => type.id === name)?.id;
}
