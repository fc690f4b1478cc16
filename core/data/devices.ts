/** Kinds of devices and their systems, as documented (`interface.md`, End-user information). */

/** The ids of `devicestype`. */
export type DeviceType = 'mobile' | 'desktop' | 'tablet';

/** As user info names them. */
export type DeviceSystem = 'Android' | 'iOS' | 'Mac OS' | 'Windows';

export const deviceTypes: readonly { id: DeviceType; name: string }[] = [
  { id: 'mobile', name: 'Mobile phone' },
  { id: 'desktop', name: 'Desktop computer' },
  { id: 'tablet', name: 'Tablet' },
];

/**
 * The ids of `devicesos`. The four documented systems alone: another one, such as Linux, is unknown to the interface,
 * and unknown never matches a demand.
 */
export const deviceSystems: readonly { id: number; name: DeviceSystem }[] = [
  { id: 1, name: 'Android' },
  { id: 2, name: 'iOS' },
  { id: 3, name: 'Mac OS' },
  { id: 4, name: 'Windows' },
];

export function deviceSystemIdOf(name: string): number | undefined {
  return deviceSystems.find((system) => system.name === name)?.id;
}

export function deviceTypeOf(name: string): DeviceType | undefined {
  return deviceTypes.find((type) => type.id === name)?.id;
}
