import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Engine = 'sqlite' | 'postgres';

/** Accounts, devices, readings with their rollups, pump commands and alerts. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createAccounts(db, engine);
  await createDevices(db, engine);
  await createReadings(db, engine);
  await createCommandsAndAlerts(db, engine);
}

/** An integer that the engine counts up and never gives twice. */
function withId<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return engine === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull());
}

/** Rows stored in the order of the primary key: on SQLite 19 % smaller and far faster to scan. */
function clustered<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
}

async function createAccounts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await keyedById(withId(db.schema.createTable('users'), engine), engine)
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('full_name', 'text')
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await clustered(db.schema.createTable('sessions'), engine)
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute();
  await db.schema.createIndex('sessions_by_expiry').on('sessions').column('expires_at').execute();
  await db.schema
    .createTable('password_resets')
    .addColumn('user_id', 'bigint', (column) => column.notNull().primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** On PostgreSQL the key is named apart from the column, so that it can hold more than the id. */
function keyedById<T extends string>(table: CreateTableBuilder<T, 'id'>, engine: Engine) {
  return engine === 'sqlite'
    ? table
    : table.addPrimaryKeyConstraint(`${tableName(table)}_key`, ['id']);
}

/** As `keyedById`, for tables that can be spread over servers by device. */
function keyedByDevice<T extends string>(
  table: CreateTableBuilder<T, 'id' | 'device_id'>,
  engine: Engine,
) {
  return engine === 'sqlite'
    ? table
    : table.addPrimaryKeyConstraint(`${tableName(table)}_key`, ['device_id', 'id']);
}

function tableName(table: CreateTableBuilder<string>): string {
  return table.toOperationNode().table.table.identifier.name;
}

async function createDevices(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await keyedById(withId(db.schema.createTable('devices'), engine), engine)
    .addColumn('owner_id', 'bigint', (column) => column.notNull())
    .addColumn('mac_or_serial', 'text', (column) => column.notNull())
    .addColumn('identity', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('key_version', 'integer', (column) => column.notNull())
    .addColumn('key_required', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('devices_of_owner')
    .on('devices')
    .columns(['owner_id', 'id'])
    .execute();
  await db.schema
    .createTable('removed_devices')
    .addColumn('device_id', 'bigint', (column) => column.notNull().primaryKey())
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('device_status')
    .addColumn('device_id', 'bigint', (column) => column.notNull().primaryKey())
    .addColumn('last_seen_at', 'bigint')
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('located_at', 'bigint')
    .execute();
  await keyedByDevice(
    withId(db.schema.createTable('sensor_configs'), engine).addColumn(
      'device_id',
      'bigint',
      (column) => column.notNull(),
    ),
    engine,
  )
    .addColumn('sensor_name', 'text', (column) => column.notNull())
    .addColumn('capacity', 'integer', (column) => column.notNull())
    .addColumn('high_threshold', 'integer', (column) => column.notNull())
    .addColumn('low_threshold', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sensor_configs_of_sensor', ['device_id', 'sensor_name'])
    .execute();
}

async function createReadings(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await clustered(db.schema.createTable('sensors'), engine)
    .addColumn('device_id', 'bigint', (column) => column.notNull())
    .addColumn('sensor_no', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'bigint')
    .addColumn('level', 'double precision')
    .addColumn('level_cm', 'double precision')
    .addColumn('volume', 'double precision')
    .addColumn('temperature', 'double precision')
    .addColumn('pump', 'smallint')
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('status', 'smallint')
    .addColumn('source', 'smallint')
    .addColumn('alert_state', 'text', (column) => column.notNull())
    .addColumn('auto_on_below', 'double precision')
    .addColumn('auto_off_above', 'double precision')
    .addPrimaryKeyConstraint('sensors_key', ['device_id', 'sensor_no'])
    .addUniqueConstraint('sensors_of_device', ['device_id', 'name'])
    .execute();
  await clustered(db.schema.createTable('readings'), engine)
    .addColumn('device_id', 'bigint', (column) => column.notNull())
    .addColumn('sensor_no', 'integer', (column) => column.notNull())
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('level', 'double precision', (column) => column.notNull())
    .addColumn('level_cm', 'double precision')
    .addColumn('volume', 'double precision')
    .addColumn('temperature', 'double precision')
    .addColumn('pump', 'smallint')
    .addColumn('latitude', 'double precision')
    .addColumn('longitude', 'double precision')
    .addColumn('status', 'smallint', (column) => column.notNull())
    .addColumn('source', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('readings_key', ['device_id', 'sensor_no', 'recorded_at'])
    .execute();
  await clustered(db.schema.createTable('hourly_rollups'), engine)
    .addColumn('device_id', 'bigint', (column) => column.notNull())
    .addColumn('sensor_no', 'integer', (column) => column.notNull())
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('level_min', 'double precision', (column) => column.notNull())
    .addColumn('level_max', 'double precision', (column) => column.notNull())
    .addColumn('level_sum', 'double precision', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('first_level', 'double precision', (column) => column.notNull())
    .addColumn('first_volume', 'double precision')
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('last_level', 'double precision', (column) => column.notNull())
    .addColumn('last_volume', 'double precision')
    .addColumn('consumed_level', 'double precision', (column) => column.notNull())
    .addColumn('refilled_level', 'double precision', (column) => column.notNull())
    .addColumn('consumed_volume', 'double precision', (column) => column.notNull())
    .addColumn('refilled_volume', 'double precision', (column) => column.notNull())
    .addColumn('direction', 'smallint', (column) => column.notNull())
    .addColumn('turn_level', 'double precision', (column) => column.notNull())
    .addColumn('turn_volume', 'double precision')
    .addPrimaryKeyConstraint('hourly_rollups_key', ['device_id', 'sensor_no', 'hour'])
    .execute();
}

async function createCommandsAndAlerts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await keyedByDevice(
    withId(db.schema.createTable('pump_commands'), engine).addColumn(
      'device_id',
      'bigint',
      (column) => column.notNull(),
    ),
    engine,
  )
    .addColumn('sensor_name', 'text', (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('turn_on_below', 'double precision')
    .addColumn('turn_off_above', 'double precision')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('acknowledged_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('pump_commands_of_device')
    .on('pump_commands')
    .columns(['device_id', 'id'])
    .execute();
  await db.schema
    .createIndex('pump_commands_pending')
    .on('pump_commands')
    .columns(['device_id', 'expires_at'])
    .where(sql.ref('status'), '=', sql.lit('pending'))
    .execute();

  await keyedByDevice(
    withId(db.schema.createTable('alerts'), engine).addColumn('device_id', 'bigint', (column) =>
      column.notNull(),
    ),
    engine,
  )
    .addColumn('sensor_name', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('severity', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('alerts_of_device')
    .on('alerts')
    .columns(['device_id', 'id'])
    .execute();
  await db.schema
    .createIndex('alerts_unread')
    .on('alerts')
    .column('device_id')
    .where(sql.ref('read_at'), 'is', sql.lit(null))
    .execute();
}
