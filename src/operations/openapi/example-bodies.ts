/** Bodies of requests whose schema does not say alone what makes sense together, by operation. */
const bodies: Record<string, unknown> = {
  iotPush: {
    mac_address: 'AA:BB:CC:DD:EE:FF',
    sensor_name: 'main',
    water_level_percent: 62.5,
    battery_percent: 87,
  },
  devicesRegister: { mac_or_serial: 'AA:BB:CC:DD:EE:FF' },
  devicesShare: { device_id: '1', to: 'asha@example.com', role: 'operator' },
  devicesUpdateName: { mac_or_serial: 'AA:BB:CC:DD:EE:FF', device_name: 'Roof tank' },
  sensorConfigsSave: {
    device_id: '1',
    sensor_name: 'main',
    capacity: 5000,
    low_threshold: 20,
    high_threshold: 90,
  },
  sensorConfigsCalibrate: { device_id: '1', sensor_name: 'main', amount: 60, unit: 'percent' },
  sensorsReading: { device_id: '1', sensor_name: 'main', level: 62.5 },
  authUpdate: { full_name: 'Juma Mwangi', timezone: 'Africa/Nairobi' },
  notificationsSave: { escalate_minutes: 30 },
  postSmsBulk: { to: ['254712345678', '254712345679'], message: 'Water comes back at 18:00.' },
  postAccountSmsBulk: {
    to: ['254712345678', '254712345679'],
    message: 'Water comes back at 18:00.',
  },
  postAccountGroupsByIdContacts: {
    contacts: [{ phone: '254712345678', name: 'Juma' }],
  },
};

/** Parameters of queries that are needed although none of them always is, by operation. */
const queries: Record<string, Record<string, string>> = {
  devicesShares: { device_id: '1' },
};

/** What a parameter that need not be given is in the example of an operation; undefined where it is left out. */
export function queryOf(operationId: string | undefined, parameter: string): string | undefined {
  return operationId ? queries[operationId]?.[parameter] : undefined;
}

/** The body for an operation in a content type; undefined where the schema says enough. */
export function bodiesOf(operationId: string | undefined, type: string): unknown {
  if (type === 'text/csv') return 'phone,name\n254712345678,Juma\n';
  return operationId ? bodies[operationId] : undefined;
}
