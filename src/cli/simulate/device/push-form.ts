import type { TankPlan } from '../tank/tank-plan.ts';
import type { Reading } from '../tank/virtual-tank.ts';

export function identityForm(mac: string, apiKey: string | null): string {
  const form = new URLSearchParams({ mac_address: mac });
  if (apiKey !== null) form.set('api_key', apiKey);
  return form.toString();
}

/** A reading as form text (section 4, /iot_push.php); `recordedAt` in epoch milliseconds or null. */
export function pushForm(plan: TankPlan, reading: Reading, recordedAt: number | null): string {
  const form = new URLSearchParams({
    water_level_percent: reading.levelPercent.toFixed(1),
    water_level_cm: reading.levelCm.toFixed(1),
    pump_status: reading.pumpStatus,
    latitude: reading.latitude.toFixed(6),
    longitude: reading.longitude.toFixed(6),
  });
  if (plan.firmware.sendsSensorName) form.set('sensor_name', plan.sensorName);
  if (recordedAt !== null) form.set('recorded_at', new Date(recordedAt).toISOString());
  return form.toString();
}
