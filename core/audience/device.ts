/**
 * What device a page is opened on (`interface.md`, End-user information: device_type, device_os).
 *
 * The platform's own word comes first, then client hints, then the user agent: an iPad in desktop mode calls itself a
 * Mac, and only the platform's field or its touch screen shows it.
 */
import Bowser from 'bowser';
import { type DeviceSystem, deviceSystems, type DeviceType, deviceTypeOf } from '../data/index.js';

/** What a page visit says of its device; everything may be missing or made up. */
export interface DeviceSigns {
  userAgent?: string | undefined;
  /** `tgWebAppPlatform`: android, ios, macos, tdesktop, weba, ... */
  platform?: string | undefined;
  /** The client hints `Sec-CH-UA-Platform` and `Sec-CH-UA-Mobile` as sent: `"Windows"`, `?1`. */
  hintedSystem?: string | undefined;
  hintedMobile?: string | undefined;
  /** `navigator.maxTouchPoints`. */
  touchPoints?: number | undefined;
}

/** undefined is unknown. */
export interface Device {
  type: DeviceType | undefined;
  system: DeviceSystem | undefined;
}

/** Longer ones are no browser's; parsing them would only cost time. */
const MAX_USER_AGENT_LENGTH = 512;

export function deviceOf(signs: DeviceSigns): Device {
  const agent = readAgent(signs.userAgent);
  const hinted = systemNamed((signs.hintedSystem ?? '').replaceAll('"', ''));
  switch (signs.platform?.toLowerCase() ?? '') {
    case 'android':
    case 'android_x':
      return { type: touchTypeOf(agent, signs), system: 'Android' };
    case 'ios':
      return { type: isIpad(agent, signs) ? 'tablet' : touchTypeOf(agent, signs), system: 'iOS' };
    case 'macos':
      return { type: 'desktop', system: 'Mac OS' };
    case 'unigram':
      return { type: 'desktop', system: 'Windows' };
    case 'tdesktop':
      return { type: 'desktop', system: hinted ?? agent.system };
    default:
      return browserDevice(signs, agent, hinted);
  }
}

/** The web clients and our pages in a browser: the platform says nothing of the device. */
function browserDevice(signs: DeviceSigns, agent: Device, hinted: DeviceSystem | undefined): Device {
  if (isIpad(agent, signs)) return { type: 'tablet', system: 'iOS' };
  const isMobile = signs.hintedMobile === '?1';
  return {
    type: isMobile && agent.type !== 'tablet' ? 'mobile' : agent.type,
    system: hinted ?? agent.system,
  };
}

/** No Mac has a touch screen. */
function isIpad(agent: Device, { touchPoints = 0 }: DeviceSigns): boolean {
  return (
    (agent.system === 'Mac OS' && touchPoints > 1) || (agent.system === 'iOS' && agent.type === 'tablet')
  );
}

/** Inside the phone apps a device is a phone unless its browser says tablet. */
function touchTypeOf(agent: Device, { hintedMobile }: DeviceSigns): DeviceType {
  return agent.type === 'tablet' && hintedMobile !== '?1' ? 'tablet' : 'mobile';
}

function readAgent(userAgent: string | undefined): Device {
  if (userAgent === undefined || userAgent === '' || userAgent.length > MAX_USER_AGENT_LENGTH) {
    return { type: undefined, system: undefined };
  }
  const { platform, os } = Bowser.parse(userAgent);
  return { type: deviceTypeOf(platform.type ?? ''), system: systemNamed(os.name ?? '') };
}

/** Agents and hints call one of them `macOS`, too. */
function systemNamed(text: string): DeviceSystem | undefined {
  const named = text
    .trim()
    .toLowerCase()
    .replace(/^macos$/, 'mac os');
  return deviceSystems.find(({ name }) => name.toLowerCase() === named)?.name;
}
