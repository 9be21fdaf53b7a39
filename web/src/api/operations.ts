// Made by `npm run web:types` from /openapi.json; a test compares the two. Not edited by hand.

export interface Operations {
  /**
   * Whether the server can answer
   */
  'GET /healthz': {
    answer: {
      status: 'ok';
      /**
       * Of the program.
       */
      version: string;
      /**
       * There where it takes, changes and sends nothing.
       */
      only_looks?: true;
    };
  };
  /**
   * Whether storage can serve; also how the SMS providers are
   */
  'GET /readyz': {
    answer: {
      status: 'ok';
      read_replica?: 'up' | 'late' | 'away';
      /**
       * How far the replica is behind; there where it is known.
       */
      read_replica_lag_seconds?: number;
      database_workers?: {
        name: string;
        state: 'up' | 'away';
      }[];
      sms_providers: {
        name: string;
        state: 'up' | 'degraded' | 'down';
      }[];
    };
  };
  /**
   * Prometheus metrics
   */
  'GET /metrics': {
    answer: unknown;
  };
  /**
   * Make an account and sign in
   */
  'POST /api/auth.php?action=register': {
    body: {
      /**
       * Compared without regard to case.
       */
      email: string;
      password: string;
      full_name?: string | null;
      /**
       * A random name that a browser keeps for itself: a sign-in from one that is new is mailed to the owner.
       */
      browser_id?: string | null;
    };
    answer: SignedIn;
  };
  /**
   * Sign in
   */
  'POST /api/auth.php?action=login': {
    body: {
      /**
       * Or the verified phone number of the account.
       */
      email: string;
      password: string;
      /**
       * Six digits of the app, or a recovery code.
       */
      code?: string | null;
      /**
       * A random name that a browser keeps for itself: a sign-in from one that is new is mailed to the owner.
       */
      browser_id?: string | null;
    };
    answer: SignedIn;
  };
  /**
   * End the token of this request
   */
  'POST /api/auth.php?action=logout': {
    answer: {
      logged_out: true;
    };
  };
  /**
   * The caller's account
   */
  'GET /api/auth.php?action=session': {
    answer: OwnAccount;
  };
  /**
   * Change name, password, time zone or price of water
   */
  'PUT /api/auth.php?action=update': {
    body: {
      full_name?: string | null;
      password?: string | null;
      /**
       * The present one, which is checked where a new one comes with it.
       */
      current_password?: string | null;
      /**
       * Six digits of the app, or a recovery code.
       */
      code?: string | null;
      /**
       * IANA name, such as `Africa/Nairobi`.
       */
      timezone?: string | null;
      /**
       * Shillings for 1,000 litres.
       */
      water_price?: number | null;
    };
    answer: OwnAccount;
  };
  /**
   * Ask for a password reset
   */
  'POST /api/auth.php?action=reset-request': {
    body: {
      /**
       * Compared without regard to case.
       */
      email: string;
    };
    answer: {
      /**
       * null where the token goes by e-mail.
       */
      reset_token: string | null;
      expires_at: string;
    };
  };
  /**
   * Set a new password by a reset token
   */
  'POST /api/auth.php?action=reset-password': {
    body: {
      token: string;
      password: string;
      /**
       * Six digits of the app, or a recovery code.
       */
      code?: string | null;
      /**
       * A random name that a browser keeps for itself: a sign-in from one that is new is mailed to the owner.
       */
      browser_id?: string | null;
    };
    answer: SignedIn;
  };
  /**
   * Whether accounts may have a phone number here
   */
  'GET /api/auth.php?action=sign-in-ways': {
    answer: {
      /**
       * Whether this server sends codes by SMS, so that accounts may have a phone number.
       */
      phone: boolean;
    };
  };
  /**
   * Send a code to a number by which the account is to sign in
   */
  'POST /api/auth.php?action=phone-start': {
    body: {
      phone: string;
      /**
       * The present one.
       */
      password: string;
    };
    answer: {
      /**
       * As it is stored, `254XXXXXXXXX`.
       */
      phone: string;
      expires_at: string;
    };
  };
  /**
   * Make the number the account signs in by, by its code
   */
  'POST /api/auth.php?action=phone-confirm': {
    body: {
      /**
       * Six digits of the SMS.
       */
      sms_code: string;
    };
    answer: {
      phone: string;
    };
  };
  /**
   * Take the number away
   */
  'POST /api/auth.php?action=phone-remove': {
    body: {
      /**
       * The present one.
       */
      password: string;
    };
    answer: {
      phone: null;
    };
  };
  /**
   * Ask for a code by SMS for a new password
   */
  'POST /api/auth.php?action=phone-reset-request': {
    body: {
      phone: string;
    };
    answer: {
      expires_at: string;
    };
  };
  /**
   * Set a new password by the code of an SMS
   */
  'POST /api/auth.php?action=phone-reset': {
    body: {
      phone: string;
      /**
       * Six digits of the SMS.
       */
      sms_code: string;
      password: string;
      /**
       * Six digits of the app, or a recovery code.
       */
      code?: string | null;
      /**
       * A random name that a browser keeps for itself: a sign-in from one that is new is mailed to the owner.
       */
      browser_id?: string | null;
    };
    answer: SignedIn;
  };
  /**
   * Whether two-step sign-in is on
   */
  'GET /api/auth.php?action=second-factor': {
    answer: {
      enabled: boolean;
      enabled_at: string | null;
      recovery_codes_left: number;
      /**
       * Whether this server wants it of this account.
       */
      required: boolean;
    };
  };
  /**
   * Get a secret for an authenticator app
   */
  'POST /api/auth.php?action=second-factor-start': {
    body: {
      /**
       * The present one.
       */
      password: string;
    };
    answer: {
      /**
       * Base32, to be typed into an app.
       */
      secret: string;
      /**
       * The same as the text of a QR code.
       */
      otpauth_uri: string;
    };
  };
  /**
   * Turn two-step sign-in on by a first code
   */
  'POST /api/auth.php?action=second-factor-confirm': {
    body: {
      /**
       * Six digits of the app.
       */
      code: string;
    };
    answer: {
      /**
       * Each works once; never shown again.
       */
      recovery_codes: string[];
    };
  };
  /**
   * Get ten new recovery codes
   */
  'POST /api/auth.php?action=second-factor-renew-codes': {
    body: {
      /**
       * The present one.
       */
      password: string;
      /**
       * Six digits of the app, or a recovery code.
       */
      code: string;
    };
    answer: {
      /**
       * Each works once; never shown again.
       */
      recovery_codes: string[];
    };
  };
  /**
   * Turn two-step sign-in off
   */
  'POST /api/auth.php?action=second-factor-remove': {
    body: {
      /**
       * The present one.
       */
      password: string;
      /**
       * Six digits of the app, or a recovery code.
       */
      code: string;
    };
    answer: {
      enabled: false;
    };
  };
  /**
   * Where the account is signed in, newest first
   */
  'GET /api/auth.php?action=sessions': {
    answer: Session[];
  };
  /**
   * End one token of the account
   */
  'DELETE /api/auth.php?action=end-session': {
    query: {
      id: string;
    };
    answer: {
      id: string;
      ended: true;
    };
  };
  /**
   * Sign out everywhere else
   */
  'POST /api/auth.php?action=end-other-sessions': {
    answer: {
      /**
       * Tokens that were good until now.
       */
      ended: number;
    };
  };
  /**
   * The caller with role and language, and what runs here
   */
  'GET /api/me': {
    answer: Me;
  };
  /**
   * Choose the language
   */
  'PUT /api/me': {
    body: {
      /**
       * English or Swahili.
       */
      language: 'en' | 'sw';
    };
    answer: Me;
  };
  /**
   * End every other token of the account
   */
  'DELETE /api/me/sessions': {
    answer: {
      /**
       * Tokens that were good until now.
       */
      ended: number;
    };
  };
  /**
   * The caller's devices, own and shared, in the order of registration
   */
  'GET /api/devices.php?action=list': {
    query: {
      limit?: number;
      after?: number;
    };
    answer: Device[];
  };
  /**
   * Register a device
   */
  'POST /api/devices.php?action=register': {
    body: {
      /**
       * MAC address or serial number.
       */
      mac_or_serial: string;
    };
    answer: Device;
  };
  /**
   * Whether the caller has devices, own or shared
   */
  'GET /api/devices.php?action=check': {
    answer: {
      has_device: boolean;
      count: number;
    };
  };
  /**
   * The device that the caller registered first
   */
  'GET /api/devices.php?action=primary': {
    answer: Device;
  };
  /**
   * Whether a device is registered, and whether to the caller
   */
  'GET /api/devices.php?action=exists': {
    query: {
      mac: string;
    };
    answer: {
      exists: boolean;
      owned_by_me: boolean;
    };
  };
  /**
   * Name a device
   */
  'PUT /api/devices.php?action=update-name': {
    body: {
      /**
       * MAC address or serial number.
       */
      mac_or_serial: string;
      /**
       * `null` takes the name away; left out, it stays.
       */
      device_name?: string | null;
    };
    answer: Device;
  };
  /**
   * Remove a device with all its data
   */
  'DELETE /api/devices.php?action=remove': {
    query: {
      id: string;
    };
    answer: {
      id: string;
      removed: true;
    };
  };
  /**
   * The device's API key; rotates it, or makes it or its signature required, on demand
   */
  'POST /api/devices.php?action=api-key': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Makes a new key; the old one ends at once, or as `overlap_hours` says. The old one of a device that must sign goes on for 24 hours.
       */
      rotate?: boolean | null;
      /**
       * With `rotate`: how long the old key goes on, or until the new one is used.
       */
      overlap_hours?: number | null;
      /**
       * Whether the device must send its key from now on.
       */
      required?: boolean | null;
      /**
       * Whether its messages must be signed from now on; for the owner alone.
       */
      only_signed?: boolean | null;
    };
    answer: DeviceKey;
  };
  /**
   * Whether a device that nobody has registered tries to reach the server
   */
  'GET /api/devices.php?action=knock': {
    query: {
      mac: string;
    };
    answer: Knock;
  };
  /**
   * The doors by which readings of a device have come
   */
  'GET /api/devices.php?action=doors': {
    query: {
      device_id: string;
    };
    answer: DeviceDoors;
  };
  /**
   * Where a device is, and its last ten GPS readings
   */
  'GET /api/devices.php?action=location': {
    query: {
      id: string;
    };
    answer: Whereabouts;
  };
  /**
   * Say where a device stands
   */
  'PUT /api/devices.php?action=update-location': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * `null`, with `longitude`, takes the place away.
       */
      latitude: number | null;
      longitude: number | null;
    };
    answer: Device;
  };
  /**
   * Say how long a device may be silent before it is offline
   */
  'PUT /api/devices.php?action=update-silence': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * `null` leaves it to the rhythm of the device.
       */
      silent_after_minutes: number | null;
    };
    answer: Device;
  };
  /**
   * Invite a person to a device or a group, or change the role there
   */
  'POST /api/devices.php?action=share': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id?: string;
      /**
       * Of a group, in the place of a device.
       */
      group_id?: number | null;
      /**
       * An e-mail, or the number of a Kenyan mobile phone.
       */
      to: string;
      role: 'viewer' | 'operator' | 'manager';
    };
    answer: Share;
  };
  /**
   * Whom a device, also by its groups, or a group is shared with, and who is invited
   */
  'GET /api/devices.php?action=shares': {
    query: {
      device_id?: string;
      group_id?: number;
    };
    answer: Share[];
  };
  /**
   * End a share, take an invitation back, or leave what was shared
   */
  'DELETE /api/devices.php?action=unshare': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      removed: true;
    };
  };
  /**
   * What the caller is invited to
   */
  'GET /api/devices.php?action=invitations': {
    query: {
      code?: string;
      limit?: number;
      after?: number;
    };
    answer: Invitation[];
  };
  /**
   * What the link of an invitation offers, before signing in
   */
  'GET /api/devices.php?action=invitation': {
    query: {
      code: string;
    };
    answer: InvitationPreview;
  };
  /**
   * Accept an invitation, or a device that changes hands
   */
  'POST /api/devices.php?action=accept': {
    body: {
      id: number;
      /**
       * Of an invitation by phone, from its link.
       */
      code?: string | null;
    };
    answer: {
      id: number;
      accepted: true;
      /**
       * A new one, where a device came without its history.
       */
      device_id: string | null;
      group_id: number | null;
    };
  };
  /**
   * Decline an invitation
   */
  'POST /api/devices.php?action=decline': {
    body: {
      id: number;
      /**
       * Of an invitation by phone, from its link.
       */
      code?: string | null;
    };
    answer: {
      id: number;
      declined: true;
    };
  };
  /**
   * Offer a device to a new owner
   */
  'POST /api/devices.php?action=transfer': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Compared without regard to case.
       */
      email?: string;
      /**
       * An e-mail, or the number of a Kenyan mobile phone, in the place of `email`.
       */
      to?: string | null;
      /**
       * Readings, alerts and commands go along; they do by default.
       */
      keep_history?: boolean | null;
      /**
       * Whom it is shared with stays; nobody does by default.
       */
      keep_shares?: boolean | null;
    };
    answer: Share;
  };
  /**
   * Let new hardware take a device over, with its history
   */
  'POST /api/devices.php?action=replace': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * MAC address or serial number.
       */
      mac_or_serial: string;
      /**
       * Makes a new key; by default the new hardware takes the old one.
       */
      rotate?: boolean | null;
    };
    answer: Device;
  };
  /**
   * Who did what to a device, newest first
   */
  'GET /api/devices.php?action=log': {
    query: {
      device_id: string;
      limit?: number;
      before?: number;
    };
    answer: DeviceLogEntry[];
  };
  /**
   * The caller's groups, own and shared, with their sums
   */
  'GET /api/groups.php?action=list': {
    answer: TankGroup[];
  };
  /**
   * A group with its sums
   */
  'GET /api/groups.php?action=get': {
    query: {
      id: number;
    };
    answer: TankGroup;
  };
  /**
   * Make a group of the caller's own devices
   */
  'POST /api/groups.php?action=create': {
    body: {
      name: string;
      device_ids?: string[] | null;
    };
    answer: TankGroup;
  };
  /**
   * Rename a group
   */
  'POST /api/groups.php?action=update': {
    body: {
      id: number;
      name: string;
    };
    answer: TankGroup;
  };
  /**
   * Put devices into a group
   */
  'POST /api/groups.php?action=add': {
    body: {
      id: number;
      /**
       * @minItems 1
       * @maxItems 1000
       *
       * Items: The `id` of a device.
       */
      device_ids: string[];
    };
    answer: TankGroup;
  };
  /**
   * Take devices out of a group
   */
  'POST /api/groups.php?action=remove': {
    body: {
      id: number;
      /**
       * @minItems 1
       * @maxItems 1000
       *
       * Items: The `id` of a device.
       */
      device_ids: string[];
    };
    answer: TankGroup;
  };
  /**
   * Delete a group; its devices stay, its shares end
   */
  'DELETE /api/groups.php?action=delete': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      deleted: true;
    };
  };
  /**
   * Import a file of devices, which goes on by itself
   */
  'POST /api/imports': {
    query: {
      file?: string;
    };
    answer: DeviceImport;
  };
  /**
   * The caller's imports of devices, newest first
   */
  'GET /api/imports': {
    query: {
      limit?: number;
      before?: number;
    };
    answer: DeviceImport[];
  };
  /**
   * An import of devices, and how far it is
   */
  'GET /api/imports/{id}': {
    path: {
      id: number;
    };
    answer: DeviceImport;
  };
  /**
   * Cancel an import; what is registered stays
   */
  'DELETE /api/imports/{id}': {
    path: {
      id: number;
    };
    answer: DeviceImport;
  };
  /**
   * The lines of an import, each with its outcome
   */
  'GET /api/imports/{id}/rows': {
    query: {
      status?: 'open' | 'registered' | 'known' | 'refused';
      limit?: number;
      after?: number;
    };
    path: {
      id: number;
    };
    answer: DeviceImportRow[];
  };
  /**
   * The refused lines of an import, or its devices with their keys, as CSV
   */
  'GET /api/imports/{id}/file': {
    query: {
      rows: 'refused' | 'keys';
    };
    path: {
      id: number;
    };
    answer: unknown;
  };
  /**
   * The latest reading of each sensor of a device
   */
  'GET /api/sensors.php?action=latest': {
    query: {
      device_id: string;
    };
    answer: Reading[];
  };
  /**
   * The readings of the last hours, oldest first
   */
  'GET /api/sensors.php?action=history': {
    query: {
      device_id: string;
      hours?: number;
      sensor_name?: string;
      points?: number;
      after?: string;
    };
    answer: Reading[];
  };
  /**
   * Record a reading, or a list of them
   */
  'POST /api/sensors.php?action=reading': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Required; of a list, the sensor of readings that name none.
       */
      sensor_name?: string | null;
      level?: number | null;
      level_cm?: number | null;
      volume?: number | null;
      temperature?: number | null;
      pump_status?: 'on' | 'off' | null;
      latitude?: number | null;
      longitude?: number | null;
      status?: 'normal' | 'warning' | 'critical' | null;
      distance_cm?: number | null;
      /**
       * When it was measured, ISO 8601 with offset; now where left out.
       */
      recorded_at?: string | null;
      /**
       * In place of the fields of one reading: objects with these fields, `device_id` apart.
       */
      readings?:
        | {
            sensor_name?: unknown;
            level?: unknown;
            level_cm?: unknown;
            volume?: unknown;
            temperature?: unknown;
            pump_status?: unknown;
            latitude?: unknown;
            longitude?: unknown;
            status?: unknown;
            distance_cm?: unknown;
            recorded_at?: unknown;
            [k: string]: unknown;
          }[]
        | null;
    };
    answer: ReadingListAnswer;
  };
  /**
   * Average, minimum and maximum of each sensor in the last hours
   */
  'GET /api/sensors.php?action=summary': {
    query: {
      device_id: string;
      hours?: number;
    };
    answer: SensorSummary[];
  };
  /**
   * Remove a sensor with all its data
   */
  'DELETE /api/sensors.php?action=remove': {
    query: {
      device_id: string;
      sensor_name: string;
    };
    answer: {
      device_id: string;
      sensor_name: string;
      removed: true;
    };
  };
  /**
   * A device's sensor configurations
   */
  'GET /api/sensor_configs.php?action=list': {
    query: {
      device_id: string;
    };
    answer: SensorConfig[];
  };
  /**
   * Create or update a sensor's configuration
   */
  'POST /api/sensor_configs.php?action=save': {
    body: SensorConfigForm;
    answer: SensorConfig;
  };
  /**
   * Remove a sensor's configuration
   */
  'DELETE /api/sensor_configs.php?action=remove': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      removed: true;
    };
  };
  /**
   * Correct a sensor by what is known of the water in its tank
   */
  'POST /api/sensor_configs.php?action=calibrate': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name: string;
      amount: number;
      /**
       * A full tank is 100 percent.
       */
      unit: 'cm' | 'litres' | 'percent';
      /**
       * The `level_cm` of the reading that is meant; of the latest where left out.
       */
      measured_cm?: number | null;
    };
    answer: SensorConfig;
  };
  /**
   * A device's commands, newest first
   */
  'GET /api/pump_commands.php?action=list': {
    query: {
      device_id: string;
      limit?: number;
      before?: number;
    };
    answer: PumpCommand[];
  };
  /**
   * The commands that wait for a device, oldest first
   */
  'GET /api/pump_commands.php?action=pending': {
    query: {
      device_id: string;
    };
    answer: PumpCommand[];
  };
  /**
   * Send a pump command
   */
  'POST /api/pump_commands.php?action=send': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name: string;
      command: 'on' | 'off' | 'auto' | 'schedule';
      turn_on_below?: number | null;
      turn_off_above?: number | null;
      schedule?:
        | {
            /**
             * @minItems 1
             * @maxItems 7
             */
            days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
            from: string;
            until: string;
          }[]
        | null;
    };
    answer: PumpCommand;
  };
  /**
   * Mark a pending command executed
   */
  'PUT /api/pump_commands.php?action=mark-executed': {
    query: {
      id: number;
    };
    answer: PumpCommand;
  };
  /**
   * Cancel a pending command
   */
  'DELETE /api/pump_commands.php?action=cancel': {
    query: {
      id: number;
    };
    answer: PumpCommand;
  };
  /**
   * Let the server switch a pump on again that ran dry
   */
  'PUT /api/pump_commands.php?action=clear-latch': {
    query: {
      device_id: string;
      sensor_name: string;
    };
    answer: {
      device_id: string;
      sensor_name: string;
      latched: false;
    };
  };
  /**
   * A device's alerts, newest first
   */
  'GET /api/alerts.php?action=list': {
    query: {
      device_id: string;
      limit?: number;
      severity?: 'critical' | 'warning' | 'info';
      before?: number;
    };
    answer: Alert[];
  };
  /**
   * How many of a device's alerts the caller has not read
   */
  'GET /api/alerts.php?action=unread-count': {
    query: {
      device_id: string;
    };
    answer: {
      unread_count: number;
    };
  };
  /**
   * Create an alert
   */
  'POST /api/alerts.php?action=create': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      type: 'overflow' | 'low' | 'sensor' | 'pump' | 'offline' | 'maintenance';
      severity?: 'critical' | 'warning' | 'info' | null;
      message: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name?: string | null;
    };
    answer: Alert;
  };
  /**
   * Mark an alert read, for the caller
   */
  'PUT /api/alerts.php?action=mark-read': {
    query: {
      id: number;
    };
    answer: Alert;
  };
  /**
   * Take an alert upon oneself
   */
  'PUT /api/alerts.php?action=acknowledge': {
    query: {
      id: number;
    };
    answer: Alert;
  };
  /**
   * Let an alert rest until an instant
   */
  'PUT /api/alerts.php?action=snooze': {
    query: {
      id: number;
      until: string;
    };
    answer: Alert;
  };
  /**
   * Mark all alerts of a device read, for the caller
   */
  'PUT /api/alerts.php?action=mark-all-read': {
    query: {
      device_id: string;
    };
    answer: {
      updated: number;
    };
  };
  /**
   * Delete an alert
   */
  'DELETE /api/alerts.php?action=delete': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      deleted: true;
    };
  };
  /**
   * The alerts of all the caller's devices, own and shared, newest first
   */
  'GET /api/alerts': {
    query: {
      device_id?: string;
      limit?: number;
      severity?: 'critical' | 'warning' | 'info';
      before?: number;
      unread?: 'true' | 'false';
    };
    answer: Alert[];
  };
  /**
   * The devices of an alert that the caller may see: of an outage, each of them
   */
  'GET /api/alerts.php?action=devices': {
    query: {
      id: number;
      limit?: number;
      after?: number;
      silent?: 'true' | 'false';
    };
    answer: AlertDevice[];
  };
  /**
   * Average, minimum and maximum of each day
   */
  'GET /api/reports.php?action=daily': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
      format?: 'json' | 'csv';
    };
    answer: DailyReport;
  };
  /**
   * What was consumed and refilled on each day
   */
  'GET /api/reports.php?action=usage': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
      format?: 'json' | 'csv';
    };
    answer: UsageReport;
  };
  /**
   * Alerts with summary counts
   */
  'GET /api/reports.php?action=alerts': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
      severity?: 'critical' | 'warning' | 'info';
      type?: 'overflow' | 'low' | 'sensor' | 'pump' | 'offline' | 'maintenance';
      before?: number;
      format?: 'json' | 'csv';
    };
    answer: AlertsReport;
  };
  /**
   * Pump commands with summary counts
   */
  'GET /api/reports.php?action=pump': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
      command?: 'on' | 'off' | 'auto' | 'schedule';
      before?: number;
      format?: 'json' | 'csv';
    };
    answer: PumpReport;
  };
  /**
   * All readings as a JSON or CSV file
   */
  'GET /api/reports.php?action=export': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
      format?: 'json' | 'csv';
      points?: number;
    };
    answer: Reading[];
  };
  /**
   * A month of all tanks, or of a group: used, refilled, spilt, lost, shillings
   */
  'GET /api/reports.php?action=monthly': {
    query: {
      month?: string;
      group_id?: number;
      limit?: number;
      after?: number;
      format?: 'json' | 'csv';
    };
    answer: MonthlyReport;
  };
  /**
   * Refills, newest first, with their sources and receipts
   */
  'GET /api/insights.php?action=refills': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
      limit?: number;
      before?: string;
    };
    answer: {
      device_id: string;
      /**
       * Null where dates were given.
       */
      period: '1d' | '7d' | '30d' | '90d' | null;
      start_date: string;
      end_date: string;
      /**
       * IANA name of the time zone whose days these are.
       */
      timezone: string;
      refills: Refill[];
      /**
       * Receipts of the page's time without a refill within six hours.
       */
      unmatched_receipts: Receipt[];
    };
  };
  /**
   * Keep the receipt of a tanker's delivery
   */
  'POST /api/insights.php?action=receipt': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name: string;
      /**
       * ISO 8601 with offset.
       */
      received_at: string;
      /**
       * As it was paid for.
       */
      litres: number;
      supplier?: string | null;
      /**
       * Shillings, for all of it.
       */
      price?: number | null;
    };
    answer: Receipt;
  };
  /**
   * Delete a receipt
   */
  'DELETE /api/insights.php?action=delete-receipt': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      deleted: true;
    };
  };
  /**
   * Say where the water of a refill came from
   */
  'PUT /api/insights.php?action=refill-source': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name: string;
      /**
       * As the refill has it.
       */
      began_at: string;
      /**
       * Null, or left out: as it is decided without a word of yours.
       */
      source?: 'pump' | 'tanker' | 'mains' | null;
    };
    answer: {
      device_id: string;
      sensor_name: string;
      began_at: string;
      source: 'pump' | 'tanker' | 'mains' | null;
    };
  };
  /**
   * Stretches in which people say that nothing was used and nothing came in
   */
  'GET /api/insights.php?action=corrections': {
    query: {
      device_id: string;
    };
    answer: {
      device_id: string;
      /**
       * The newest stretch first.
       */
      corrections: Correction[];
    };
  };
  /**
   * Say that a tank was cleaned or worked on, so that nothing counts as use or refill
   */
  'POST /api/insights.php?action=cleaning': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name: string;
      /**
       * ISO 8601 with offset.
       */
      from: string;
      /**
       * The same: after `from`, at most 7 days, and not to come.
       */
      until: string;
    };
    answer: Correction;
  };
  /**
   * Say that a refill was none
   */
  'DELETE /api/insights.php?action=delete-refill': {
    query: {
      id: string;
    };
    answer: {
      id: string;
      deleted: true;
    };
  };
  /**
   * Take a correction back
   */
  'DELETE /api/insights.php?action=delete-correction': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      deleted: true;
    };
  };
  /**
   * What runs away by itself, as the nights show it
   */
  'GET /api/insights.php?action=leaks': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
    };
    answer: {
      device_id: string;
      /**
       * Null where dates were given.
       */
      period: '1d' | '7d' | '30d' | '90d' | null;
      start_date: string;
      end_date: string;
      /**
       * IANA name of the time zone whose days these are.
       */
      timezone: string;
      /**
       * Shillings for 1,000 litres; of the account.
       */
      water_price: number | null;
      sensors: {
        sensor_name: string;
        /**
         * Nights of which enough was seen.
         */
        nights: number;
        /**
         * That are wanting for a judgement.
         */
        nights_needed: number;
        /**
         * The most certain first.
         */
        leaks: Leak[];
      }[];
    };
  };
  /**
   * What the sensors are worth, and what to do about it
   */
  'GET /api/insights.php?action=quality': {
    query: {
      device_id: string;
      period?: '1d' | '7d' | '30d' | '90d';
      sensor_name?: string;
      start_date?: string;
      end_date?: string;
    };
    answer: {
      device_id: string;
      /**
       * Null where dates were given.
       */
      period: '1d' | '7d' | '30d' | '90d' | null;
      start_date: string;
      end_date: string;
      /**
       * IANA name of the time zone whose days these are.
       */
      timezone: string;
      sensors: SensorQuality[];
    };
  };
  /**
   * When each tank will be empty or full
   */
  'GET /api/insights.php?action=forecast': {
    query: {
      device_id: string;
      sensor_name?: string;
    };
    answer: {
      device_id: string;
      /**
       * When this was reckoned.
       */
      at: string;
      /**
       * IANA name of the time zone of hours and weekdays.
       */
      timezone: string;
      sensors: SensorForecast[];
    };
  };
  /**
   * What is usually used in each hour of the week
   */
  'GET /api/insights.php?action=usual': {
    query: {
      device_id: string;
      sensor_name?: string;
    };
    answer: {
      device_id: string;
      /**
       * When this was reckoned.
       */
      at: string;
      /**
       * IANA name of the time zone of hours and weekdays.
       */
      timezone: string;
      sensors: UsualUse[];
    };
  };
  /**
   * How the caller is told of incidents
   */
  'GET /api/notifications.php?action=settings': {
    answer: NotificationSettings;
  };
  /**
   * Change how the caller is told; what is left out stays
   */
  'POST /api/notifications.php?action=save': {
    body: NotificationChanges;
    answer: NotificationSettings;
  };
  /**
   * Have a browser told by web push
   */
  'POST /api/notifications.php?action=subscribe': {
    body: {
      endpoint: string;
      keys: {
        p256dh: string;
        auth: string;
      };
    };
    answer: {
      id: number;
      /**
       * Such as `Chrome on Android`.
       */
      browser: string | null;
      /**
       * Host of the push service.
       */
      service: string;
      created_at: string;
    };
  };
  /**
   * Have the browser that asks told no more
   */
  'POST /api/notifications.php?action=unsubscribe': {
    body: {
      endpoint: string;
    };
    answer: {
      removed: boolean;
    };
  };
  /**
   * Have any browser of the list told no more, also one that was lost
   */
  'DELETE /api/notifications.php?action=remove-subscription': {
    query: {
      id: number;
    };
    answer: {
      id: number;
      removed: true;
    };
  };
  /**
   * Send a code to a number, by the SMS account of the caller
   */
  'POST /api/notifications.php?action=verify-phone': {
    body: {
      phone: string;
      /**
       * With two-step sign-in on, for the key that this server makes.
       */
      current_password?: string | null;
    };
    answer: {
      phone: string;
      expires_at: string;
    };
  };
  /**
   * Show by the code of the SMS that the number is the caller's
   */
  'POST /api/notifications.php?action=confirm-phone': {
    body: {
      code: string;
    };
    answer: NotificationSettings;
  };
  /**
   * Send a test on a channel; the history says how it went
   */
  'POST /api/notifications.php?action=test': {
    body: {
      channel: 'sms' | 'email' | 'webhook' | 'web-push';
    };
    answer: Notification[];
  };
  /**
   * What the caller was told, when and on which channel, newest first
   */
  'GET /api/notifications.php?action=history': {
    query: {
      limit?: number;
      before?: number;
    };
    answer: Notification[];
  };
  /**
   * Who was told of an alert, when, and whether it arrived
   */
  'GET /api/alerts.php?action=told': {
    query: {
      id: number;
    };
    answer: Told;
  };
  /**
   * Have the owner's SMS account pay for a person's SMS alerts, or end it
   */
  'PUT /api/devices.php?action=pay-sms': {
    body: {
      /**
       * Of the share.
       */
      id: number;
      /**
       * Most SMS within 24 hours that the owner's SMS account pays for; `null` where it pays for none.
       */
      a_day?: number | null;
      /**
       * Where two-step sign-in is on and this server makes itself a key.
       */
      current_password?: string | null;
    };
    answer: Share;
  };
  /**
   * Take a message from a phone, and answer it by SMS
   */
  'POST /api/questions': {
    query: {
      account: number;
    };
    body: {
      /**
       * Only `message.inbound` is looked at.
       */
      type: string;
      /**
       * The message from a phone.
       */
      data?: {
        [k: string]: unknown;
      };
    };
    answer: {
      received: true;
    };
  };
  /**
   * Make a long-lived token for a program
   */
  'POST /api/me/tokens': {
    body: {
      /**
       * Of the program, such as `Home Assistant`.
       */
      name: string;
      /**
       * `operate` may also switch pumps.
       */
      scope: 'read' | 'operate';
      device_ids?: string[] | null;
      /**
       * The password of the account.
       */
      current_password?: string | null;
      /**
       * Six digits of the app, or a recovery code.
       */
      code?: string | null;
    };
    answer: CreatedProgramToken;
  };
  /**
   * List the tokens of programs that are good, newest first
   */
  'GET /api/me/tokens': {
    answer: ProgramToken[];
  };
  /**
   * Revoke the token of a program, at once
   */
  'DELETE /api/me/tokens/{id}': {
    path: {
      id: number;
    };
    answer: ProgramToken;
  };
  /**
   * The caller's devices, own and shared, with all that is known of them now
   */
  'GET /api/tanks': {
    query: {
      limit?: number;
      after?: number;
      device_id?: string;
    };
    answer: Tank[];
  };
  /**
   * Push a reading
   */
  'POST /iot_push.php': {
    body: Push;
    answer: Pushed;
  };
  /**
   * Poll for pending pump commands
   */
  'GET /iot_commands.php': {
    query: {
      mac_address: string;
      api_key?: string | null;
    };
    answer: PolledCommand[];
  };
  /**
   * Acknowledge an executed pump command
   */
  'POST /iot_ack.php': {
    body: Acknowledgement;
    answer: PumpCommand;
  };
  /**
   * Push readings that were kept
   */
  'POST /iot_push_batch.php': {
    query: {
      mac_address?: string | null;
      api_key?: string | null;
      boot?: number | null;
      seq?: number | null;
      every_s?: number | null;
      results?: 'all' | 'refused' | null;
    };
    body: Batch;
    answer: BatchAnswer;
  };
  /**
   * Make a secret with which a network server posts
   */
  'POST /api/lorawan/secrets': {
    body: {
      /**
       * Of the network server, such as `ChirpStack at the estate`.
       */
      name: string;
      /**
       * `tts` is The Things Stack.
       */
      network: 'chirpstack' | 'tts';
    };
    answer: CreatedLorawanSecret;
  };
  /**
   * List the secrets that are good, newest first
   */
  'GET /api/lorawan/secrets': {
    answer: LorawanSecret[];
  };
  /**
   * Revoke a secret, at once
   */
  'DELETE /api/lorawan/secrets/{id}': {
    path: {
      id: number;
    };
    answer: LorawanSecret;
  };
  /**
   * List the mappings of payloads: the ready ones, and those of the account
   */
  'GET /api/lorawan/mappings': {
    answer: LorawanMappings;
  };
  /**
   * Set the mapping of a device profile, or of all others
   */
  'PUT /api/lorawan/mappings': {
    body: {
      /**
       * Name of the device profile (ChirpStack) or model id (The Things Stack), in any case; null for all others.
       */
      profile: string | null;
      mapping: LorawanMapping;
    };
    answer: StoredLorawanMapping;
  };
  /**
   * Remove a mapping of the account
   */
  'DELETE /api/lorawan/mappings/{id}': {
    path: {
      id: number;
    };
    answer: StoredLorawanMapping;
  };
  /**
   * List the devices that were heard, with the last message of each
   */
  'GET /api/lorawan/devices': {
    query: {
      after?: number;
    };
    answer: LorawanDevice[];
  };
  /**
   * Try a mapping on the last message of a device
   */
  'POST /api/lorawan/preview': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      mapping: LorawanMapping;
    };
    answer: LorawanPreview;
  };
  /**
   * Take an event of ChirpStack 4
   */
  'POST /integrations/chirpstack': {
    query: {
      event?: string;
    };
    body: ChirpstackEvent;
    answer: LorawanAnswer;
  };
  /**
   * Take a message of The Things Stack 3
   */
  'POST /integrations/tts': {
    body: TheThingsStackMessage;
    answer: LorawanAnswer;
  };
  /**
   * List the network servers that take downlinks
   */
  'GET /api/lorawan/servers': {
    answer: LorawanServer[];
  };
  /**
   * Set where downlinks of a kind of network server go
   */
  'PUT /api/lorawan/servers': {
    body: {
      /**
       * `tts` is The Things Stack.
       */
      network: 'chirpstack' | 'tts';
      /**
       * Where its API is, such as `https://eu1.cloud.thethings.network`.
       */
      url: string;
      /**
       * Stored sealed, and never shown again.
       */
      api_key: string;
      /**
       * Of The Things Stack alone, where it is required: the id of the webhook there.
       */
      webhook_id?: string | null;
    };
    answer: LorawanServer;
  };
  /**
   * Remove a network server that no pump uses
   */
  'DELETE /api/lorawan/servers/{id}': {
    path: {
      id: number;
    };
    answer: LorawanServer;
  };
  /**
   * List how the commands of pumps are written: ready frames, and those of the account
   */
  'GET /api/lorawan/pumps': {
    answer: LorawanPumps;
  };
  /**
   * Set how the commands of a pump are written
   */
  'PUT /api/lorawan/pumps': {
    body: {
      /**
       * The `id` of a device.
       */
      device_id: string;
      /**
       * Name of a sensor of the device.
       */
      sensor_name: string;
      /**
       * The network server that takes its downlinks.
       */
      server_id: number;
      f_port: number;
      /**
       * In hexadecimal, with places for where the run ends: `{s2}` seconds in two bytes, `{ms4}` milliseconds, `{min1}` minutes, `{percent1}` the level; `le` behind the number for the lowest byte first.
       */
      on: string;
      off: string;
      /**
       * That the board ends a run by a limit of its own; without it `on` must have a place for the time.
       */
      stops_by_itself: boolean;
      /**
       * Whether a confirmed frame counts as an acknowledgement. Else the pump status of a later uplink does.
       */
      receipt_is_done: boolean;
    };
    answer: LorawanPump;
  };
  /**
   * Remove how the commands of a pump are written
   */
  'DELETE /api/lorawan/pumps/{id}': {
    path: {
      id: number;
    };
    answer: LorawanPump;
  };
  /**
   * Get a ticket that opens a stream of live events
   */
  'POST /api/stream/tickets': {
    answer: {
      /**
       * Opens one stream, once.
       */
      ticket: string;
      expires_at: string;
    };
  };
  /**
   * Events of the account's devices as they happen
   */
  'GET /api/stream': {
    query: {
      ticket?: string;
      last_event_id?: string;
      page?: string;
    };
    answer: unknown;
  };
  /**
   * Show the credits of the account
   */
  'GET /v1/sms/balance': {
    answer: SmsBalance;
  };
  /**
   * Send one SMS
   */
  'POST /v1/sms/send': {
    body: SmsSend;
    answer: SmsSent;
  };
  /**
   * Queue one SMS to many numbers
   */
  'POST /v1/sms/bulk': {
    body: SmsBulk;
    answer: SmsDryRun;
  };
  /**
   * List messages, newest first, or take them all as a CSV file
   */
  'GET /v1/sms/messages': {
    query: {
      status?:
        | 'scheduled'
        | 'queued'
        | 'sending'
        | 'unknown'
        | 'sent'
        | 'delivered'
        | 'undelivered'
        | 'failed'
        | 'expired'
        | 'cancelled';
      to?: string;
      job_id?: number;
      campaign?: string;
      reference?: string;
      from?: string;
      until?: string;
      from_day?: string;
      to_day?: string;
      format?: 'json' | 'csv';
      limit?: number;
      before?: number;
    };
    answer: SmsMessage[];
  };
  /**
   * Show a message with its state
   */
  'GET /v1/sms/messages/{message_id}': {
    path: {
      message_id: string;
    };
    answer: SmsMessage;
  };
  /**
   * Cancel a message that was not sent
   */
  'DELETE /v1/sms/messages/{message_id}': {
    path: {
      message_id: string;
    };
    answer: SmsMessage;
  };
  /**
   * Show a bulk job with the states of its messages
   */
  'GET /v1/sms/jobs/{job_id}': {
    path: {
      job_id: number;
    };
    answer: SmsJob;
  };
  /**
   * Cancel what was not sent of a bulk job
   */
  'DELETE /v1/sms/jobs/{job_id}': {
    path: {
      job_id: number;
    };
    answer: SmsJob;
  };
  /**
   * List what a bulk job left out, or take it all as a CSV file
   */
  'GET /v1/sms/jobs/{job_id}/rejected': {
    query: {
      format?: 'json' | 'csv';
      limit?: number;
      after?: number;
    };
    path: {
      job_id: number;
    };
    answer: SmsRejected[];
  };
  /**
   * Send one SMS
   */
  'POST /v1/account/sms/send': {
    body: SmsSend;
    answer: SmsSent;
  };
  /**
   * Queue one SMS to many numbers
   */
  'POST /v1/account/sms/bulk': {
    body: SmsBulk;
    answer: SmsDryRun;
  };
  /**
   * List messages, newest first, or take them all as a CSV file
   */
  'GET /v1/account/sms/messages': {
    query: {
      status?:
        | 'scheduled'
        | 'queued'
        | 'sending'
        | 'unknown'
        | 'sent'
        | 'delivered'
        | 'undelivered'
        | 'failed'
        | 'expired'
        | 'cancelled';
      to?: string;
      job_id?: number;
      campaign?: string;
      reference?: string;
      from?: string;
      until?: string;
      from_day?: string;
      to_day?: string;
      format?: 'json' | 'csv';
      limit?: number;
      before?: number;
    };
    answer: SmsMessage[];
  };
  /**
   * Show a message with its state
   */
  'GET /v1/account/sms/messages/{message_id}': {
    path: {
      message_id: string;
    };
    answer: SmsMessage;
  };
  /**
   * Cancel a message that was not sent
   */
  'DELETE /v1/account/sms/messages/{message_id}': {
    path: {
      message_id: string;
    };
    answer: SmsMessage;
  };
  /**
   * Show a bulk job with the states of its messages
   */
  'GET /v1/account/sms/jobs/{job_id}': {
    path: {
      job_id: number;
    };
    answer: SmsJob;
  };
  /**
   * Cancel what was not sent of a bulk job
   */
  'DELETE /v1/account/sms/jobs/{job_id}': {
    path: {
      job_id: number;
    };
    answer: SmsJob;
  };
  /**
   * List what a bulk job left out, or take it all as a CSV file
   */
  'GET /v1/account/sms/jobs/{job_id}/rejected': {
    query: {
      format?: 'json' | 'csv';
      limit?: number;
      after?: number;
    };
    path: {
      job_id: number;
    };
    answer: SmsRejected[];
  };
  /**
   * List bulk jobs with the states of their messages, newest first
   */
  'GET /v1/account/sms/jobs': {
    query: {
      limit?: number;
      before?: number;
    };
    answer: SmsJob[];
  };
  /**
   * Show the account with its credits
   */
  'GET /v1/account': {
    answer: SmsAccount;
  };
  /**
   * Show the settings of the account
   */
  'GET /v1/account/settings': {
    answer: SmsSettings;
  };
  /**
   * Change the settings of the account
   */
  'PUT /v1/account/settings': {
    body: {
      quiet_hours?: {
        /**
         * Such as `18:00`.
         */
        from: string;
        /**
         * Such as `18:00`.
         */
        until: string;
      } | null;
      /**
       * Class of messages that name none.
       */
      default_class?: 'transactional' | 'promotional';
      smart_encoding?: boolean;
      /**
       * Balance at which the owner and the webhooks are told that it runs low; `null` never.
       */
      low_balance?: number | null;
    };
    answer: SmsSettings;
  };
  /**
   * List the sender ids and short codes of the account
   */
  'GET /v1/account/senders': {
    answer: Sender[];
  };
  /**
   * Create an API key
   */
  'POST /v1/account/keys': {
    body: {
      name: string;
      /**
       * The password of the account.
       */
      current_password?: string | null;
      /**
       * Six digits of the app, or a recovery code.
       */
      code?: string | null;
    };
    answer: CreatedApiKey;
  };
  /**
   * List the API keys that are good, newest first
   */
  'GET /v1/account/keys': {
    answer: ApiKey[];
  };
  /**
   * Revoke an API key, at once
   */
  'DELETE /v1/account/keys/{id}': {
    path: {
      id: number;
    };
    answer: ApiKey;
  };
  /**
   * Create a contact group
   */
  'POST /v1/account/groups': {
    body: {
      name: string;
    };
    answer: Group;
  };
  /**
   * List the contact groups, oldest first
   */
  'GET /v1/account/groups': {
    query: {
      limit?: number;
      after?: number;
    };
    answer: Group[];
  };
  /**
   * Show a contact group
   */
  'GET /v1/account/groups/{id}': {
    path: {
      id: number;
    };
    answer: Group;
  };
  /**
   * Rename a contact group
   */
  'PUT /v1/account/groups/{id}': {
    path: {
      id: number;
    };
    body: {
      name: string;
    };
    answer: Group;
  };
  /**
   * Delete a contact group with its contacts
   */
  'DELETE /v1/account/groups/{id}': {
    path: {
      id: number;
    };
    answer: Group;
  };
  /**
   * Add contacts, or give known ones their new names
   */
  'POST /v1/account/groups/{id}/contacts': {
    query: {
      phone_column?: number;
      name_column?: number;
    };
    path: {
      id: number;
    };
    body: {
      /**
       * Objects `{"phone", "name"}`; `name` is optional, at most 100 characters. What is none is rejected, without harm to the others.
       *
       * @minItems 1
       * @maxItems 10000
       */
      contacts: {
        phone?: unknown;
        name?: unknown;
      }[];
    };
    answer: SavedContacts;
  };
  /**
   * List a group's contacts, or take them all as a CSV file
   */
  'GET /v1/account/groups/{id}/contacts': {
    query: {
      format?: 'json' | 'csv';
      limit?: number;
      after?: string;
    };
    path: {
      id: number;
    };
    answer: Contact[];
  };
  /**
   * Delete a contact of a group
   */
  'DELETE /v1/account/groups/{id}/contacts/{contact_id}': {
    path: {
      id: number;
      contact_id: number;
    };
    answer: Contact;
  };
  /**
   * List what changed the credits, newest first, or take it all as a CSV file
   */
  'GET /v1/account/ledger': {
    query: {
      from?: string;
      to?: string;
      format?: 'json' | 'csv';
      limit?: number;
      before?: number;
    };
    answer: LedgerEntry[];
  };
  /**
   * Sum up messages by campaign, key or sender
   */
  'GET /v1/account/sms/sums': {
    query: {
      by: 'campaign' | 'key' | 'sender';
      from?: string;
      to?: string;
      format?: 'json' | 'csv';
    };
    answer: SmsSum[];
  };
  /**
   * Sum up the ledger by month, the present one first
   */
  'GET /v1/account/ledger/months': {
    query: {
      limit?: number;
      format?: 'json' | 'csv';
    };
    answer: SmsMonth[];
  };
  /**
   * Count messages by day
   */
  'GET /v1/account/sms/days': {
    query: {
      by?: 'day' | 'network' | 'class' | 'network_and_class';
      from?: string;
      to?: string;
      format?: 'json' | 'csv';
    };
    answer: SmsDay[];
  };
  /**
   * Count the messages of all accounts by day
   */
  'GET /v1/admin/sms/days': {
    query: {
      by?: 'day' | 'network' | 'class' | 'network_and_class';
      from?: string;
      to?: string;
      format?: 'json' | 'csv';
    };
    answer: SmsDay[];
  };
  /**
   * List the opted-out numbers, in their order
   */
  'GET /v1/account/opt-outs': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: OptOut[];
  };
  /**
   * Add numbers that promotional messages leave out
   */
  'POST /v1/account/opt-outs': {
    body: {
      /**
       * Numbers as a send takes them; what is none is rejected.
       *
       * @minItems 1
       * @maxItems 10000
       */
      phones: unknown[];
    };
    answer: AddedOptOuts;
  };
  /**
   * Take a number off the list
   */
  'DELETE /v1/account/opt-outs/{phone}': {
    path: {
      phone: string;
    };
    answer: OptOut;
  };
  /**
   * List all accounts with their credits, oldest first
   */
  'GET /v1/admin/accounts': {
    query: {
      limit?: number;
      email?: string;
      after?: number;
    };
    answer: AccountCredits[];
  };
  /**
   * Credit an account, or take unused credits back
   */
  'POST /v1/admin/credits': {
    body: {
      email: string;
      /**
       * Below 0, so many unused credits are taken back; not 0.
       */
      credits: number;
      /**
       * Shown in the ledger of the account.
       */
      note?: string | null;
    };
    answer: {
      email: string;
      credits: number;
      note: string | null;
      balance: number;
      quota: number;
      used: number;
    };
  };
  /**
   * List all sender ids and short codes with their accounts
   */
  'GET /v1/admin/senders': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: SenderOfAccount[];
  };
  /**
   * Give an account a sender id or short code
   */
  'POST /v1/admin/senders': {
    body: {
      sender: string;
      email: string;
      /**
       * The only class that it carries, as networks demand; without, both.
       */
      class?: 'transactional' | 'promotional' | null;
    };
    answer: SenderOfAccount;
  };
  /**
   * Take a sender id or short code from its account
   */
  'DELETE /v1/admin/senders/{sender}': {
    path: {
      sender: string;
    };
    answer: SenderOfAccount;
  };
  /**
   * Tell how each way to phones is
   */
  'GET /v1/admin/providers': {
    answer: SmsProvider[];
  };
  /**
   * List what administrators did, newest first
   */
  'GET /v1/admin/audit': {
    query: {
      limit?: number;
      email?: string;
      before?: number;
    };
    answer: AuditEntry[];
  };
  /**
   * Find messages of all accounts, newest first
   */
  'GET /v1/admin/messages': {
    query: {
      phone?: string;
      message_id?: number;
      provider_id?: string;
      text?: 'true' | 'false';
      limit?: number;
      before?: number;
    };
    answer: SmsMessageOfAccount[];
  };
  /**
   * Suspend an account, or change the reason
   */
  'PUT /v1/admin/accounts/{id}/suspension': {
    path: {
      id: number;
    };
    body: {
      /**
       * Told to the owner, and in each refusal.
       */
      reason: string;
    };
    answer: AccountCredits;
  };
  /**
   * Let a suspended account send again
   */
  'DELETE /v1/admin/accounts/{id}/suspension': {
    path: {
      id: number;
    };
    answer: AccountCredits;
  };
  /**
   * What the simulator took of your messages, newest first
   */
  'GET /v1/account/outbox': {
    query: {
      limit?: number;
      before?: number;
    };
    answer: SimulatedMessage[];
  };
  /**
   * Paths that Africa's Talking is to post to; whoever knows them is believed
   */
  'GET /v1/admin/africas-talking/callbacks': {
    answer: {
      delivery_reports: string;
      incoming_messages: string;
      opt_outs: string;
    };
  };
  /**
   * Messages from phones to the account's senders, newest first
   */
  'GET /v1/account/inbound': {
    query: {
      limit?: number;
      before?: number;
    };
    answer: InboundMessage[];
  };
  /**
   * Create a webhook
   */
  'POST /v1/account/webhooks': {
    body: {
      /**
       * Where events are posted: https://… or http://….
       */
      url: string;
    };
    answer: WebhookWithSecret;
  };
  /**
   * List the webhooks, without their secrets
   */
  'GET /v1/account/webhooks': {
    answer: Webhook[];
  };
  /**
   * Delete a webhook; what it was not told yet is dropped
   */
  'DELETE /v1/account/webhooks/{id}': {
    path: {
      id: number;
    };
    answer: Webhook;
  };
  /**
   * Send a webhook a trial event now, and tell how it went
   */
  'POST /v1/account/webhooks/{id}/test': {
    path: {
      id: number;
    };
    answer: {
      /**
       * Whether the endpoint answered with a 2xx.
       */
      delivered: boolean;
      /**
       * The HTTP status of its answer.
       */
      status: number | null;
      /**
       * Why it was not delivered, in a sentence.
       */
      error: string | null;
    };
  };
  /**
   * A webhook's deliveries of the last week, newest first
   */
  'GET /v1/account/webhooks/{id}/deliveries': {
    query: {
      limit?: number;
      before?: number;
    };
    path: {
      id: number;
    };
    answer: WebhookDelivery[];
  };
}
export interface SignedIn {
  token: string;
  user: User;
}
export interface User {
  id: string;
  email: string;
  full_name: string | null;
  /**
   * IANA name.
   */
  timezone: string;
  created_at: string;
}
export interface OwnAccount {
  user: User;
}
export interface Session {
  id: string;
  created_at: string;
  /**
   * Give or take an hour.
   */
  last_seen_at: string;
  /**
   * From where it was opened.
   */
  address: string | null;
  /**
   * With what, such as `Chrome on Android`.
   */
  user_agent: string | null;
  /**
   * Whether it is the one that asks.
   */
  current: boolean;
}
export interface Me {
  user: User;
  role: 'user' | 'admin';
  /**
   * English or Swahili.
   */
  language: 'en' | 'sw';
  /**
   * False while `language` is only the default, which nobody chose.
   */
  language_chosen: boolean;
  /**
   * Shillings for 1,000 litres.
   */
  water_price: number | null;
  /**
   * Verified number by which the account signs in, `254XXXXXXXXX`.
   */
  phone: string | null;
  /**
   * Those that run here.
   */
  services: ('water' | 'sms')[];
}
export interface Device {
  id: string;
  mac_or_serial: string;
  device_name: string | null;
  /**
   * The first of the caller's own devices.
   */
  is_primary: boolean;
  online: boolean;
  last_seen_at: string | null;
  /**
   * Minutes of silence after which it is offline, as its people said by `update-silence`; `null` while its own rhythm decides.
   */
  silent_after_minutes: number | null;
  location: Position | null;
  created_at: string;
  /**
   * What the caller is at this device.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
}
export interface Position {
  latitude: number;
  longitude: number;
  recorded_at: string;
  /**
   * Whether the device said so, or a person by `update-location`.
   */
  source: 'device' | 'person';
}
export interface DeviceKey {
  device_id: string;
  api_key: string;
}
export interface Knock {
  knock: {
    count: number;
    first_at: string;
    last_at: string;
    /**
     * What the last one showed of a key.
     */
    sends: 'signature' | 'key' | 'nothing';
    /**
     * The way by which the last one came.
     */
    door: 'http' | 'mqtt' | 'lorawan';
  } | null;
}
export interface DeviceDoors {
  arrivals: {
    /**
     * The way by which readings came; `signed` over HTTP, `api` from a person or a program.
     */
    door: 'form' | 'batch' | 'signed' | 'mqtt' | 'lorawan' | 'api';
    first_at: string;
    /**
     * Give or take an hour.
     */
    last_at: string;
  }[];
  /**
   * Null where this server does not speak MQTT.
   */
  mqtt: {
    /**
     * Null where it is the host of this server.
     */
    host: string | null;
    port: number | null;
    tls_port: number | null;
    websocket_path: string | null;
  } | null;
}
export interface Whereabouts {
  device_id: string;
  online: boolean;
  location: Position | null;
  /**
   * Up to ten, newest first.
   */
  history: Location[];
}
export interface Location {
  latitude: number;
  longitude: number;
  recorded_at: string;
}
export interface Share {
  id: number;
  device_id: string | null;
  group_id: number | null;
  /**
   * `owner` where the device is to change hands.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
  /**
   * As it was invited.
   */
  email: string | null;
  phone: string | null;
  status: 'pending' | 'accepted';
  /**
   * Who has accepted.
   */
  user: {
    id: string;
    email: string;
    full_name: string | null;
  } | null;
  /**
   * Who owns what is shared.
   */
  owner: {
    email: string;
    full_name: string | null;
  } | null;
  /**
   * Who shared it.
   */
  from: {
    email: string;
    full_name: string | null;
  } | null;
  created_at: string;
  /**
   * Until when it can be accepted.
   */
  expires_at: string | null;
  accepted_at: string | null;
  /**
   * Most SMS within 24 hours that the owner's SMS account pays for; `null` where it pays for none.
   */
  sms_paid_a_day: number | null;
  /**
   * Accepts an invitation by phone, for whoever has it: to be sent to that phone as a link. Shown to who may make the invitation.
   */
  code: string | null;
  /**
   * Of the link of an open invitation, which shows what is offered. It is `code` of one by phone; that of one by e-mail accepts nothing. Shown to who may make the invitation.
   */
  link_code: string | null;
}
export interface Invitation {
  id: number;
  device_id: string | null;
  device_name: string | null;
  mac_or_serial: string | null;
  group_id: number | null;
  group_name: string | null;
  /**
   * `owner` where the device is to change hands.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
  keep_history: boolean | null;
  keep_shares: boolean | null;
  from: {
    email: string;
    full_name: string | null;
  };
  created_at: string;
  expires_at: string | null;
}
export interface InvitationPreview {
  id: number;
  /**
   * Of the device or the group; null where it has none.
   */
  name: string | null;
  /**
   * `owner` where the device is to change hands.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
  /**
   * Full name of the inviter, if given.
   */
  from: string | null;
}
export interface DeviceLogEntry {
  id: number;
  action:
    | 'registered'
    | 'renamed'
    | 'placed'
    | 'silence_allowed'
    | 'replaced'
    | 'key_changed'
    | 'config_saved'
    | 'config_removed'
    | 'calibrated'
    | 'sensor_removed'
    | 'command_sent'
    | 'command_executed'
    | 'command_cancelled'
    | 'alert_created'
    | 'alert_acknowledged'
    | 'alert_deleted'
    | 'alert_snoozed'
    | 'latch_cleared'
    | 'group_joined'
    | 'group_left'
    | 'invited'
    | 'invitation_accepted'
    | 'invitation_declined'
    | 'role_changed'
    | 'share_ended'
    | 'sms_paid'
    | 'transfer_asked'
    | 'transferred'
    | 'removed';
  /**
   * Who, by the e-mail of then.
   */
  by: string | null;
  /**
   * Whom it concerned, by the e-mail of then.
   */
  user: string | null;
  /**
   * What exactly, by action.
   */
  facts: {
    [k: string]: unknown;
  };
  created_at: string;
}
export interface TankGroup {
  id: number;
  name: string;
  /**
   * What the caller is at the group.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
  device_ids: string[];
  sums: TankGroupSums;
  created_at: string;
}
export interface TankGroupSums {
  devices: number;
  online: number;
  tanks: number;
  capacity_litres: number | null;
  litres: number | null;
  /**
   * Litres in percent of capacity, over tanks with both.
   */
  level_percent: number | null;
  /**
   * Tanks at or below their low threshold.
   */
  low: number;
  /**
   * Tanks at or above their high threshold.
   */
  overflow: number;
  /**
   * That the server found and are not over.
   */
  open_alerts: number;
  /**
   * Consumed since the caller's midnight.
   */
  litres_today: number | null;
  /**
   * Mean of the last 7 times 24 hours.
   */
  litres_usual_day: number | null;
}
export interface DeviceImport {
  id: number;
  file: string | null;
  status: 'running' | 'finished' | 'cancelled';
  lines: number;
  registered: number;
  /**
   * Devices that were the caller's before.
   */
  known: number;
  refused: number;
  /**
   * Lines that nothing was done of yet.
   */
  open: number;
  created_at: string;
  finished_at: string | null;
}
export interface DeviceImportRow {
  /**
   * Of the file.
   */
  line: number;
  status: 'open' | 'registered' | 'known' | 'refused';
  device_id: string | null;
  /**
   * What it says, by column.
   */
  cells: {
    [k: string]: string;
  };
  errors: {
    /**
     * The wrong column.
     */
    field: string;
    message: string;
  }[];
}
export interface Reading {
  /**
   * Stable: made of the device, the sensor and the instant.
   */
  id: string;
  device_id: string;
  sensor_name: string;
  /**
   * Percent, 0 to 100.
   */
  level: number;
  level_cm: number | null;
  /**
   * Litres.
   */
  volume: number | null;
  temperature: number | null;
  pump_status: 'on' | 'off' | null;
  latitude: number | null;
  longitude: number | null;
  status: 'normal' | 'warning' | 'critical';
  source: 'device' | 'user';
  /**
   * Percent: the level without noise and outliers.
   */
  filtered_level: number | null;
  /**
   * Percent: standard deviation of the noise of the sensor.
   */
  noise: number | null;
  quality: 'good' | 'suspect' | null;
  recorded_at: string;
}
export interface ReadingListAnswer {
  stored: number;
  /**
   * Readings that were stored before.
   */
  repeated: number;
  /**
   * Readings that will not be stored, however often they are sent.
   */
  refused: number;
  results: {
    /**
     * Place of the reading, from 0.
     */
    index?: number;
    status: 'stored' | 'repeated' | 'refused';
    /**
     * Why it was refused, with every wrong field.
     */
    error?: string;
    /**
     * When it was measured, where that follows from its count.
     */
    recorded_at?: string;
    /**
     * What its device said of `recorded_at`, where that was set right.
     */
    reported_at?: string;
    ignored?: {
      field: string;
      message: string;
    }[];
  }[];
}
export interface SensorSummary {
  sensor_name: string;
  /**
   * Of the levels, in percent, to two decimals.
   */
  average: number;
  minimum: number;
  maximum: number;
  /**
   * Readings.
   */
  count: number;
  first_at: string;
  last_at: string;
}
export interface SensorConfig {
  id: number;
  device_id: string;
  sensor_name: string;
  capacity: number;
  high_threshold: number;
  low_threshold: number;
  tank: TankShape | null;
  supply: string | null;
  muted: (
    'low' | 'overflow' | 'stuck' | 'jump' | 'noise' | 'heavy_use' | 'dry_run' | 'runs_on' | 'leak'
  )[];
  pump_max_minutes: number;
  pump_rest_minutes: number;
  pump_litres_per_hour: number | null;
  fills_from: {
    device_id: string;
    sensor_name: string;
  } | null;
  created_at: string;
  updated_at: string;
}
export interface TankShape {
  shape:
    | 'upright_cylinder'
    | 'lying_cylinder'
    | 'box'
    | 'upright_oval'
    | 'lying_oval'
    | 'cone'
    | 'frustum'
    | 'sphere'
    | 'table';
  /**
   * Of upright_cylinder, lying_cylinder, sphere, and of a cone at its brim.
   */
  diameter_cm?: number | null;
  /**
   * Of frustum.
   */
  bottom_diameter_cm?: number | null;
  /**
   * Of frustum.
   */
  top_diameter_cm?: number | null;
  /**
   * Of lying_cylinder, box, upright_oval, lying_oval.
   */
  length_cm?: number | null;
  /**
   * Of box, upright_oval, lying_oval.
   */
  width_cm?: number | null;
  /**
   * Of all but lying_cylinder, sphere and table.
   */
  height_cm?: number | null;
  table?:
    | {
        height_cm: number;
        litres: number;
      }[]
    | null;
  /**
   * Of the sensor above the bottom, for devices that send distance_cm.
   */
  sensor_height_cm?: number | null;
  /**
   * Distance that the sensor cannot see.
   */
  dead_zone_cm?: number | null;
  /**
   * Water below the outlet.
   */
  unusable_bottom_cm?: number | null;
  calibration?:
    | {
        measured_cm: number;
        height_cm: number;
      }[]
    | null;
}
export interface SensorConfigForm {
  /**
   * The `id` of a device.
   */
  device_id: string;
  /**
   * Name of a sensor of the device.
   */
  sensor_name: string;
  /**
   * Litres.
   */
  capacity?: number | null;
  /**
   * Percent of capacity.
   */
  high_threshold?: number | null;
  /**
   * Percent of capacity.
   */
  low_threshold?: number | null;
  tank?: TankShapeForm | null;
  /**
   * When water comes: `Mon, Thu 04:00 to 11:00` or `daily 20:00 to 06:00`, several with `;`.
   */
  supply?: string | null;
  muted?:
    | (
        | 'low'
        | 'overflow'
        | 'stuck'
        | 'jump'
        | 'noise'
        | 'heavy_use'
        | 'dry_run'
        | 'runs_on'
        | 'leak'
      )[]
    | null;
  /**
   * Minutes.
   */
  pump_max_minutes?: number | null;
  /**
   * Minutes.
   */
  pump_rest_minutes?: number | null;
  /**
   * Litres that the pump brings in an hour; 0 where that is not known.
   */
  pump_litres_per_hour?: number | null;
  fills_from?: {
    /**
     * The `id` of a device.
     */
    device_id?: string;
    /**
     * Name of a sensor of the device.
     */
    sensor_name: string;
  } | null;
}
export interface TankShapeForm {
  shape:
    | 'upright_cylinder'
    | 'lying_cylinder'
    | 'box'
    | 'upright_oval'
    | 'lying_oval'
    | 'cone'
    | 'frustum'
    | 'sphere'
    | 'table';
  /**
   * Of upright_cylinder, lying_cylinder, sphere, and of a cone at its brim.
   */
  diameter_cm?: number | null;
  /**
   * Of frustum.
   */
  bottom_diameter_cm?: number | null;
  /**
   * Of frustum.
   */
  top_diameter_cm?: number | null;
  /**
   * Of lying_cylinder, box, upright_oval, lying_oval.
   */
  length_cm?: number | null;
  /**
   * Of box, upright_oval, lying_oval.
   */
  width_cm?: number | null;
  /**
   * Of all but lying_cylinder, sphere and table.
   */
  height_cm?: number | null;
  table?:
    | {
        height_cm: number;
        litres: number;
      }[]
    | null;
  /**
   * Of the sensor above the bottom, for devices that send distance_cm.
   */
  sensor_height_cm?: number | null;
  /**
   * Distance that the sensor cannot see.
   */
  dead_zone_cm?: number | null;
  /**
   * Water below the outlet.
   */
  unusable_bottom_cm?: number | null;
  calibration?:
    | {
        measured_cm: number;
        height_cm: number;
      }[]
    | null;
}
export interface PumpCommand {
  id: number;
  device_id: string;
  sensor_name: string;
  command: 'on' | 'off' | 'auto' | 'schedule';
  turn_on_below: number | null;
  turn_off_above: number | null;
  status: 'pending' | 'executed' | 'cancelled' | 'expired';
  source: 'user' | 'auto' | 'schedule';
  created_at: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
  /**
   * @minItems 1
   * @maxItems 21
   */
  schedule?: {
    /**
     * @minItems 1
     * @maxItems 7
     */
    days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
    from: string;
    until: string;
  }[];
}
export interface Alert {
  id: number;
  device_id: string;
  sensor_name: string | null;
  type: 'overflow' | 'low' | 'sensor' | 'pump' | 'offline' | 'maintenance';
  severity: 'critical' | 'warning' | 'info';
  message: string;
  /**
   * By the caller, as it now stands.
   */
  is_read: boolean;
  read_at: string | null;
  source: 'user' | 'auto';
  created_at: string;
  /**
   * What it is about, beyond its type.
   */
  kind:
    | 'note'
    | 'low'
    | 'overflow'
    | 'stuck'
    | 'jump'
    | 'noise'
    | 'heavy_use'
    | 'battery'
    | 'signal'
    | 'clock'
    | 'dry_run'
    | 'runs_on'
    | 'offline'
    | 'outage'
    | 'refused'
    | 'unanswered'
    | 'leak';
  /**
   * What the message tells, by kind: numbers, in percent and milliseconds, and names.
   */
  facts: {
    [k: string]: unknown;
  };
  /**
   * When it was last news: raised, gone worse, or come back.
   */
  raised_at: string;
  resolved_at: string | null;
  /**
   * When somebody took it upon himself; again open where it is before `raised_at`.
   */
  acknowledged_at: string | null;
  /**
   * The user who did.
   */
  acknowledged_by: number | null;
  snoozed_until: string | null;
}
export interface AlertDevice {
  device_id: string;
  device_name: string | null;
  mac_or_serial: string;
  online: boolean;
  last_seen_at: string | null;
  location: Position | null;
  /**
   * What the caller is at this device.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
  /**
   * When it was last seen before it fell silent; `null` where that is not known.
   */
  silent_since: string | null;
  /**
   * When it was seen again, or left the outage; `null` while it is silent.
   */
  back_at: string | null;
  /**
   * Their newest readings.
   */
  sensors: {
    sensor_name: string;
    /**
     * Percent, 0 to 100.
     */
    level: number | null;
    status: 'normal' | 'warning' | 'critical' | null;
    recorded_at: string | null;
  }[];
}
export interface DailyReport {
  device_id: string;
  /**
   * Null where dates were given.
   */
  period: '1d' | '7d' | '30d' | '90d' | null;
  start_date: string;
  end_date: string;
  /**
   * IANA name of the time zone whose days these are.
   */
  timezone: string;
  days: {
    date: string;
    sensor_name: string;
    /**
     * Of the levels, in percent, to two decimals.
     */
    average: number;
    minimum: number;
    maximum: number;
    /**
     * Readings.
     */
    count: number;
  }[];
  /**
   * Days of the time asked for, up to now.
   */
  days_asked: number;
  /**
   * Of these, days with readings.
   */
  days_measured: number;
  /**
   * Days of which a part counts: of the time asked for, or of what was measured.
   */
  cut_days: {
    date: string;
    /**
     * Null where it counts from its midnight.
     */
    from: string | null;
    /**
     * Null where it counts to its end.
     */
    until: string | null;
  }[];
  /**
   * In the caller's language: what does not add up, what is cut, what was not measured.
   */
  remarks: string[];
}
export interface UsageReport {
  device_id: string;
  /**
   * Null where dates were given.
   */
  period: '1d' | '7d' | '30d' | '90d' | null;
  start_date: string;
  end_date: string;
  /**
   * IANA name of the time zone whose days these are.
   */
  timezone: string;
  unit: 'litre' | 'percent';
  days: {
    date: string;
    sensor_name: string;
    consumed: number;
    refilled: number;
    /**
     * Refilled less consumed.
     */
    net_change: number;
    /**
     * Last value of the day less the last one before it.
     */
    total_volume_change: number;
    /**
     * The consumed lies between this
     */
    consumed_low: number;
    /**
     * and this, 9 times of 10.
     */
    consumed_high: number;
    /**
     * Share of the consumed that was estimated: drawn during refills, or while the device was silent.
     */
    estimated_share: number;
    /**
     * What the readings changed by and neither use nor refill explains.
     */
    unexplained: number;
  }[];
  /**
   * Where the unit is litre: days of the sensors whose litres are not known, in percent of the tank.
   */
  days_in_percent: {
    date: string;
    sensor_name: string;
    consumed: number;
    refilled: number;
    /**
     * Refilled less consumed.
     */
    net_change: number;
    /**
     * Last value of the day less the last one before it.
     */
    total_volume_change: number;
    /**
     * The consumed lies between this
     */
    consumed_low: number;
    /**
     * and this, 9 times of 10.
     */
    consumed_high: number;
    /**
     * Share of the consumed that was estimated: drawn during refills, or while the device was silent.
     */
    estimated_share: number;
    /**
     * What the readings changed by and neither use nor refill explains.
     */
    unexplained: number;
  }[];
  /**
   * What the days add up to.
   */
  total_volume_change: number;
  /**
   * Sensors whose level does not tell what is used, and why.
   */
  cannot_be_known: {
    sensor_name: string;
    reason: 'kept_full' | 'few_levels';
  }[];
  /**
   * Days of the time asked for, up to now.
   */
  days_asked: number;
  /**
   * Of these, days with readings.
   */
  days_measured: number;
  /**
   * Days of which a part counts: of the time asked for, or of what was measured.
   */
  cut_days: {
    date: string;
    /**
     * Null where it counts from its midnight.
     */
    from: string | null;
    /**
     * Null where it counts to its end.
     */
    until: string | null;
  }[];
  /**
   * In the caller's language: what does not add up, what is cut, what was not measured.
   */
  remarks: string[];
}
export interface AlertsReport {
  device_id: string;
  /**
   * Null where dates were given.
   */
  period: '1d' | '7d' | '30d' | '90d' | null;
  start_date: string;
  end_date: string;
  /**
   * IANA name of the time zone whose days these are.
   */
  timezone: string;
  alerts: Alert[];
  summary: {
    total: number;
    unread: number;
    by_severity: {
      [k: string]: number;
    };
    by_type: {
      [k: string]: number;
    };
  };
}
export interface PumpReport {
  device_id: string;
  /**
   * Null where dates were given.
   */
  period: '1d' | '7d' | '30d' | '90d' | null;
  start_date: string;
  end_date: string;
  /**
   * IANA name of the time zone whose days these are.
   */
  timezone: string;
  commands: PumpCommand[];
  summary: {
    total: number;
    executed: number;
    pending: number;
    cancelled: number;
    expired: number;
  };
}
export interface MonthlyReport {
  month: string;
  start_date: string;
  end_date: string;
  /**
   * IANA name of the time zone whose month it is.
   */
  timezone: string;
  /**
   * False for the present month, which counts up to now.
   */
  is_over: boolean;
  /**
   * Days of the month that have begun.
   */
  days: number;
  group_name: string | null;
  /**
   * Shillings for 1,000 litres, by which the used is charged.
   */
  water_price: number | null;
  /**
   * Devices of all pages.
   */
  devices: number;
  /**
   * One for each sensor.
   */
  rows: MonthlyRow[];
  totals: MonthlyTotals;
  /**
   * In the caller's language: what does not add up, what is cut, what was not measured.
   */
  remarks: string[];
}
export interface MonthlyRow {
  device_id: string;
  device_name: string | null;
  mac_or_serial: string;
  /**
   * Null where the device has none yet.
   */
  sensor_name: string | null;
  /**
   * Days with readings.
   */
  days_measured: number;
  /**
   * Days of which a part counts: of the time asked for, or of what was measured.
   */
  cut_days: {
    date: string;
    /**
     * Null where it counts from its midnight.
     */
    from: string | null;
    /**
     * Null where it counts to its end.
     */
    until: string | null;
  }[];
  /**
   * Of the figures; null where nothing was measured.
   */
  unit: 'litre' | 'percent' | null;
  used: number | null;
  /**
   * Share of the used that was estimated, and not seen.
   */
  estimated_share: number | null;
  refilled: number | null;
  refilled_by: {
    pump: number;
    tanker: number;
    mains: number;
    /**
     * What no source is known of.
     */
    unknown: number;
  } | null;
  /**
   * Of the level, from before the month to the end of it.
   */
  change: number | null;
  /**
   * `change` less (`refilled` less `used`).
   */
  unexplained: number | null;
  /**
   * Litres that ran over; null where no overflow told how many.
   */
  spilt: number | null;
  /**
   * Of the used, what leaks took; null where no leak was found in the month.
   */
  lost: number | null;
  /**
   * Shillings of the used; null without litres, or a price of water.
   */
  cost: number | null;
  /**
   * Why the level does not tell what is used.
   */
  cannot_be_known: 'kept_full' | 'few_levels' | null;
  /**
   * In the caller's language: what does not add up, what is cut, what was not measured.
   */
  remarks: string[];
}
export interface MonthlyTotals {
  /**
   * Rows that are summed up: those in litres.
   */
  rows: number;
  /**
   * Rows that no sum counts.
   */
  rows_in_percent: number;
  rows_not_measured: number;
  used: number;
  refilled: number;
  /**
   * Of the refilled, what came from each source.
   */
  refilled_by: {
    pump: number;
    tanker: number;
    mains: number;
    /**
     * What no source is known of.
     */
    unknown: number;
  };
  change: number;
  unexplained: number;
  /**
   * Litres that ran over; null where no overflow told how many.
   */
  spilt: number | null;
  /**
   * Of the used, what leaks took; null where no leak was found in the month.
   */
  lost: number | null;
  /**
   * Shillings of the used; null without litres, or a price of water.
   */
  cost: number | null;
}
export interface Refill {
  id: string;
  sensor_name: string;
  began_at: string;
  /**
   * Null while it runs.
   */
  ended_at: string | null;
  /**
   * Percent.
   */
  level_before: number;
  /**
   * Percent; while it runs, the level so far.
   */
  level_after: number;
  /**
   * All that came in: risen, and drawn meanwhile. Null where litres are not known.
   */
  litres: number | null;
  /**
   * Of `litres`, what was drawn meanwhile: estimated.
   */
  drawn: number | null;
  /**
   * As `litres`, in percent of capacity.
   */
  percent: number;
  /**
   * As `drawn`, in percent of capacity: estimated.
   */
  drawn_percent: number;
  litres_per_hour: number | null;
  /**
   * Null where nothing tells it.
   */
  source: 'pump' | 'tanker' | 'mains' | null;
  /**
   * What tells the source.
   */
  source_by: 'owner' | 'pump_status' | 'command' | 'receipt' | 'rate' | null;
  /**
   * Of tankers within six hours, nearest to this.
   */
  receipts: Receipt[];
  /**
   * `litres` less those of the receipts.
   */
  difference: number | null;
  /**
   * `difference` as a share of the receipts.
   */
  difference_share: number | null;
}
export interface Receipt {
  id: number;
  sensor_name: string;
  received_at: string;
  /**
   * Litres.
   */
  litres: number;
  supplier: string | null;
  /**
   * Shillings, for all of it.
   */
  price: number | null;
  created_at: string;
}
export interface Correction {
  id: number;
  sensor_name: string;
  kind: 'no_refill' | 'cleaning' | 'tank_changed';
  from: string;
  until: string;
  created_at: string;
}
export interface Leak {
  /**
   * `night_flow`: more runs away in the quiet hours of the nights than noise explains. `never_stops`: no hour has been without flow for days.
   */
  kind: 'night_flow' | 'never_stops';
  confidence: number;
  /**
   * The first night of it that is known.
   */
  since: string;
  /**
   * Nights that show it.
   */
  nights: number;
  /**
   * Percent of capacity.
   */
  percent_per_day: number;
  litres_per_day: number | null;
  /**
   * Of 30 days.
   */
  litres_per_month: number | null;
  /**
   * Shillings, by the account's price of water.
   */
  cost_per_month: number | null;
  could_also_be: ('night_use' | 'slow_float_valve' | 'sensor_drift' | 'evaporation')[];
}
export interface SensorQuality {
  sensor_name: string;
  readings: number;
  /**
   * The newest of them, which the figures below are of.
   */
  looked_at: number;
  /**
   * Readings that were refused.
   */
  suspects: number;
  suspect_share: number | null;
  /**
   * Usual seconds between two readings.
   */
  interval_s: number | null;
  gaps: {
    /**
     * Silences of more than an hour and three intervals.
     */
    count: number;
    longest_s: number | null;
    total_s: number;
    /**
     * When the last one ended.
     */
    last_at: string | null;
  };
  noise: {
    /**
     * Of capacity.
     */
    percent: number;
    cm: number | null;
  } | null;
  noise_filling: {
    /**
     * Of capacity.
     */
    percent: number;
    cm: number | null;
  } | null;
  step: {
    /**
     * Of capacity.
     */
    percent: number;
    cm: number | null;
  } | null;
  temperature_drift: {
    percent_per_degree: number;
    cm_per_degree: number | null;
    /**
     * By which the temperature moves in a usual day.
     */
    degrees: number;
  } | null;
  /**
   * What can be done about it, the most useful first.
   */
  advice: {
    code:
      | 'report_more_often'
      | 'check_network'
      | 'stilling_pipe'
      | 'mount_higher'
      | 'dirty_sensor'
      | 'coarse_steps'
      | 'shade_sensor';
    numbers: {
      [k: string]: number;
    };
  }[];
}
export interface SensorForecast {
  sensor_name: string;
  /**
   * Of the newest reading.
   */
  recorded_at: string | null;
  /**
   * Percent, as it is believed (filtered).
   */
  level: number | null;
  /**
   * Litres at that level.
   */
  volume: number | null;
  /**
   * Of `daily_use`.
   */
  unit: 'litre' | 'percent';
  /**
   * Mean of a day of the usual week.
   */
  daily_use: number | null;
  time_to_empty: Times | null;
  time_to_full: Times | null;
  ration: {
    /**
     * As it is stated in the configuration.
     */
    supply: string;
    /**
     * Whether water should be coming now; then nothing is said of what will be left.
     */
    is_supply_time: boolean;
    /**
     * When water should come again, or began to come.
     */
    begins_at: string;
    ends_at: string;
    level_left: {
      low: number;
      middle: number;
      high: number;
    } | null;
    volume_left: {
      low: number;
      middle: number;
      high: number;
    } | null;
    days_left_at_ration_end: {
      low: number;
      middle: number;
      high: number;
    } | null;
    /**
     * Whether what is there lasts until water comes again.
     */
    lasts: 'yes' | 'likely' | 'unlikely' | 'no' | null;
  } | null;
  /**
   * Why nothing is said of use and time to empty: `no_readings` yet, `silent` for a day or more, `filling` now, `too_little_data` (less than 2 days), `no_use` (it would last longer than a year), `noisy` (the sensor moves by more than is used in a day). Null where something is.
   */
  reason: 'no_readings' | 'silent' | 'filling' | 'too_little_data' | 'no_use' | 'noisy' | null;
}
export interface Times {
  low: number;
  middle: number;
  high: number;
  low_at: string;
  middle_at: string;
  high_at: string;
}
export interface UsualUse {
  sensor_name: string;
  unit: 'litre' | 'percent';
  /**
   * Of the oldest hour that this rests on.
   */
  since: string | null;
  /**
   * Mean of a day of the usual week.
   */
  daily_use: number | null;
  week:
    | {
        weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
        hour: number;
        /**
         * Mean.
         */
        use: number;
        /**
         * It is less than this 1 time of 10,
         */
        low: number;
        /**
         * and more than this 1 time of 10.
         */
        high: number;
        /**
         * How many hours this rests on.
         */
        hours: number;
      }[]
    | null;
  /**
   * Why nothing is said of use and time to empty: `no_readings` yet, `silent` for a day or more, `filling` now, `too_little_data` (less than 2 days), `no_use` (it would last longer than a year), `noisy` (the sensor moves by more than is used in a day). Null where something is.
   */
  reason: 'no_readings' | 'silent' | 'filling' | 'too_little_data' | 'no_use' | 'noisy' | null;
}
export interface NotificationSettings {
  /**
   * By channel, the severities that are told on it.
   */
  channels: {
    /**
     * @maxItems 3
     */
    sms: ('critical' | 'warning' | 'info')[];
    /**
     * @maxItems 3
     */
    email: ('critical' | 'warning' | 'info')[];
    /**
     * @maxItems 3
     */
    webhook: ('critical' | 'warning' | 'info')[];
    /**
     * @maxItems 3
     */
    'web-push': ('critical' | 'warning' | 'info')[];
  };
  /**
   * Channels that reach the person now; none at first, unless the server sends e-mail.
   */
  reached_by: ('sms' | 'email' | 'webhook' | 'web-push')[];
  /**
   * Whether somebody else is told of low water at a tank that the caller owns.
   */
  others_reached: boolean;
  /**
   * Devices that have rules of their own.
   */
  devices: {
    device_id: string;
    /**
     * By channel, the severities that are told on it.
     */
    channels: {
      /**
       * @maxItems 3
       */
      sms: ('critical' | 'warning' | 'info')[];
      /**
       * @maxItems 3
       */
      email: ('critical' | 'warning' | 'info')[];
      /**
       * @maxItems 3
       */
      webhook: ('critical' | 'warning' | 'info')[];
      /**
       * @maxItems 3
       */
      'web-push': ('critical' | 'warning' | 'info')[];
    };
  }[];
  quiet_hours: {
    from: string;
    until: string;
  } | null;
  timezone: string;
  escalate_minutes: number;
  sms_a_day: number;
  sms: {
    /**
     * The number, once it is verified.
     */
    phone: string | null;
    /**
     * What that phone sends once, to ask by the SMS account of somebody else.
     */
    word: string;
    is_key_set: boolean;
    /**
     * Whether the key is one that this server made for the caller's account.
     */
    is_key_own: boolean;
    /**
     * Whether that key was revoked: no SMS goes out until a number is verified anew.
     */
    is_key_revoked: boolean;
    /**
     * Why no SMS alerts go out by the caller's own account, as far as it was asked; `null` where they do.
     */
    stopped: 'revoked' | 'suspended' | 'no_credits' | 'simulated' | null;
    /**
     * Whether the owner of a tank pays for SMS alerts about it.
     */
    is_paid: boolean;
    /**
     * Whether the last SMS was simulated, so that no phone got it.
     */
    is_simulated: boolean;
    base: string | null;
    /**
     * Where the SMS service is to post messages from phones, to be answered.
     */
    webhook: {
      path: string;
      is_secret_set: boolean;
    };
  };
  email: {
    /**
     * Whether this server can send e-mail.
     */
    is_available: boolean;
  };
  webhook: {
    url: string;
    /**
     * Signs what is posted; shown when the URL is set, and never again.
     */
    secret?: string;
  } | null;
  web_push: {
    /**
     * `applicationServerKey` of a subscription.
     */
    public_key: string;
    subscriptions: {
      id: number;
      /**
       * Such as `Chrome on Android`.
       */
      browser: string | null;
      /**
       * Host of the push service.
       */
      service: string;
      created_at: string;
    }[];
  };
}
export interface NotificationChanges {
  /**
   * Whose rules `channels` are; without it those of all devices.
   */
  device_id?: string | null;
  /**
   * Channels that are left out stay as they are. `null` with `device_id`: as for all.
   */
  channels?: {
    /**
     * @maxItems 3
     */
    sms?: ('critical' | 'warning' | 'info')[];
    /**
     * @maxItems 3
     */
    email?: ('critical' | 'warning' | 'info')[];
    /**
     * @maxItems 3
     */
    webhook?: ('critical' | 'warning' | 'info')[];
    /**
     * @maxItems 3
     */
    'web-push'?: ('critical' | 'warning' | 'info')[];
  } | null;
  quiet_hours?: {
    from: string;
    until: string;
  } | null;
  /**
   * Without an acknowledgement for so long, the next person is told.
   */
  escalate_minutes?: number | null;
  /**
   * Most SMS a calendar day.
   */
  sms_a_day?: number | null;
  /**
   * API key of the SMS service; `null` takes it away, and the number.
   */
  sms_key?: string | null;
  /**
   * Where the SMS service is; this server's own without it.
   */
  sms_base?: string | null;
  /**
   * Of the webhook that posts messages from phones to `sms.webhook.path`.
   */
  sms_webhook_secret?: string | null;
  /**
   * Where messages are posted; `null` takes it away.
   */
  webhook_url?: string | null;
}
export interface Notification {
  id: number;
  channel: 'sms' | 'email' | 'webhook' | 'web-push';
  /**
   * The number, the URL or the push service; empty for e-mail.
   */
  address: string;
  reason: 'incidents' | 'account' | 'test';
  /**
   * `sent`: it went out, and nobody has said that it arrived. `delivered`: the phone had it, or the webhook took it. `handed_over`: an SMS service that tells no more took it. `simulated`: no phone gets it. `unsure`: it was sent, or perhaps not.
   */
  status: 'pending' | 'sent' | 'delivered' | 'handed_over' | 'simulated' | 'failed' | 'unsure';
  attempts: number;
  /**
   * Why the last try failed.
   */
  error: string | null;
  /**
   * Whether the SMS account of the tank's owner pays for it.
   */
  is_paid_by_owner: boolean;
  title: string;
  lines: string[];
  incidents: {
    id: number;
    device_id: string;
    phase: 'raised' | 'worse' | 'back' | 'resolved';
    severity: 'critical' | 'warning' | 'info';
  }[];
  created_at: string;
  next_try_at: string | null;
  sent_at: string | null;
  delivered_at: string | null;
}
export interface Told {
  acknowledged_by: {
    id: string;
    /**
     * As the person has put it; `null` where there is none.
     */
    full_name: string | null;
  } | null;
  people: {
    id: string;
    /**
     * As the person has put it; `null` where there is none.
     */
    full_name: string | null;
    role: 'viewer' | 'operator' | 'manager' | 'owner';
    /**
     * When the person is told, unless it is acknowledged or over: `null` where nothing waits.
     */
    waits_until: string | null;
    messages: {
      channel: 'sms' | 'email' | 'webhook' | 'web-push';
      phase: 'raised' | 'worse' | 'back' | 'resolved';
      status: 'pending' | 'sent' | 'delivered' | 'handed_over' | 'simulated' | 'failed' | 'unsure';
      /**
       * Whether the SMS account of the tank's owner pays for it.
       */
      is_paid_by_owner: boolean;
      created_at: string;
      sent_at: string | null;
      delivered_at: string | null;
    }[];
  }[];
}
export interface CreatedProgramToken {
  id: number;
  name: string;
  scope: 'read' | 'operate';
  device_ids: string[] | null;
  /**
   * How the token begins, to tell it from others.
   */
  prefix: string;
  created_at: string;
  /**
   * Shown this once; only its hash is stored.
   */
  token: string;
}
export interface ProgramToken {
  id: number;
  name: string;
  scope: 'read' | 'operate';
  device_ids: string[] | null;
  /**
   * How the token begins, to tell it from others.
   */
  prefix: string;
  created_at: string;
  /**
   * Give or take an hour.
   */
  last_used_at: string | null;
}
export interface Tank {
  device_id: string;
  device_name: string | null;
  mac_or_serial: string;
  /**
   * The first of the caller's own devices.
   */
  is_primary: boolean;
  online: boolean;
  last_seen_at: string | null;
  location: Position | null;
  /**
   * What the caller is at this device.
   */
  role: 'viewer' | 'operator' | 'manager' | 'owner';
  /**
   * Percent, as the device last said.
   */
  battery: number | null;
  /**
   * dBm, as the device last said.
   */
  signal: number | null;
  key: KeyState | null;
  refused: RefusedReadings | null;
  unread_alerts: number;
  sensors: TankSensor[];
  pump: PumpCommand | null;
}
export interface KeyState {
  /**
   * Whether requests without the key are refused.
   */
  required: boolean;
  /**
   * Whether requests without a signature are refused.
   */
  only_signed: boolean;
  /**
   * When its last signed message came; null where it has never signed.
   */
  last_signed_at: string | null;
  refused: {
    count: number;
    last_at: string;
    /**
     * Of the last one.
     */
    reason: 'wrong_key' | 'missing_key' | 'unsigned' | 'wrong_signature' | 'replayed';
  } | null;
}
export interface RefusedReadings {
  count: number;
  since: string;
  last_at: string;
  /**
   * The first wrong one of the last of them.
   */
  field: string;
  /**
   * What is wrong with it, as the device was answered.
   */
  message: string;
  /**
   * What it held, cut to 40 characters.
   */
  sent: string | null;
}
export interface TankSensor {
  sensor_name: string;
  /**
   * Percent, 0 to 100.
   */
  level: number | null;
  level_cm: number | null;
  /**
   * Litres.
   */
  volume: number | null;
  temperature: number | null;
  pump_status: 'on' | 'off' | null;
  status: 'normal' | 'warning' | 'critical' | null;
  recorded_at: string | null;
  /**
   * Litres.
   */
  capacity: number | null;
  high_threshold: number | null;
  low_threshold: number | null;
  /**
   * Of `daily_use`.
   */
  unit: 'litre' | 'percent';
  /**
   * Mean of a day of the usual week.
   */
  daily_use: number | null;
  time_to_empty: Times | null;
  latch: PumpLatch | null;
  doubt: LevelDoubt | null;
}
export interface PumpLatch {
  since: string;
  /**
   * `dry_run`: a run brought no water.
   */
  reason: 'dry_run';
}
export interface LevelDoubt {
  /**
   * `zero`: 0 % out of nothing, as a sensor says that fails. `echo`: a rise, by a sensor that had false echoes within a day. `fall`: faster than any outlet. `step`: not yet confirmed.
   */
  reason: 'zero' | 'echo' | 'fall' | 'step';
  /**
   * Percent, before the step.
   */
  level_before: number;
  since: string;
  /**
   * Readings that it waits for.
   */
  readings_left: number;
  /**
   * Instant that it waits for as well; null where readings alone decide.
   */
  until: string | null;
}
export interface Push {
  /**
   * MAC address or serial number.
   */
  mac_address: string;
  water_level_percent?: number | null;
  water_level_cm?: number | null;
  volume?: number | null;
  temperature?: number | null;
  pump_status?: 'on' | 'off' | null;
  latitude?: number | null;
  longitude?: number | null;
  distance_cm?: number | null;
  /**
   * Name of a sensor of the device.
   */
  sensor_name?: string | null;
  /**
   * When it was measured: ISO 8601 with offset, or seconds or milliseconds since 1970; for buffered readings.
   */
  recorded_at?: string | null;
  /**
   * Seconds since it was measured; counts where `recorded_at` is left out.
   */
  age_s?: number | null;
  /**
   * Times that the board had started; with `seq`, in place of an instant.
   */
  boot?: number | null;
  /**
   * Readings that it had counted since.
   */
  seq?: number | null;
  battery_percent?: number | null;
  signal_dbm?: number | null;
  /**
   * The key of the device; optional unless required.
   */
  api_key?: string | null;
}
export interface Pushed {
  /**
   * Stable: made of the device, the sensor and the instant.
   */
  id: string;
  device_id: string;
  sensor_name: string;
  /**
   * Percent, 0 to 100.
   */
  level: number;
  level_cm: number | null;
  /**
   * Litres.
   */
  volume: number | null;
  temperature: number | null;
  pump_status: 'on' | 'off' | null;
  latitude: number | null;
  longitude: number | null;
  status: 'normal' | 'warning' | 'critical';
  source: 'device' | 'user';
  /**
   * Percent: the level without noise and outliers.
   */
  filtered_level: number | null;
  /**
   * Percent: standard deviation of the noise of the sensor.
   */
  noise: number | null;
  quality: 'good' | 'suspect' | null;
  recorded_at: string;
  /**
   * Commands that wait for the device.
   */
  pending_commands: number;
  /**
   * What the device said of `recorded_at`, where its clock is known to be wrong and that was set right.
   */
  reported_at?: string;
  /**
   * Fields that were left out since they mean nothing, and why; only where there are any.
   */
  ignored?: {
    field: string;
    message: string;
  }[];
}
export interface PolledCommand {
  command_id: number;
  id: number;
  device_id: string;
  sensor_name: string;
  command: 'on' | 'off' | 'auto' | 'schedule';
  turn_on_below: number | null;
  turn_off_above: number | null;
  status: 'pending' | 'executed' | 'cancelled' | 'expired';
  source: 'user' | 'auto' | 'schedule';
  created_at: string;
  delivered_at: string | null;
  acknowledged_at: string | null;
  /**
   * @minItems 1
   * @maxItems 21
   */
  schedule?: {
    /**
     * @minItems 1
     * @maxItems 7
     */
    days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
    from: string;
    until: string;
  }[];
  /**
   * Seconds after which the device is to switch the pump off by itself; only of an `on`.
   */
  run_at_most_s?: number;
}
export interface Acknowledgement {
  /**
   * MAC address or serial number.
   */
  mac_address: string;
  command_id: number;
  /**
   * The key of the device; optional unless required.
   */
  api_key?: string | null;
}
export interface Batch {
  /**
   * The device; of a gateway, the one that it is registered as. May be left out where each reading names its own.
   */
  mac_address?: string | null;
  /**
   * The key of the device; optional unless required.
   */
  api_key?: string | null;
  /**
   * Times that the board has started; with `seq`, where its count stands now. One of them alone says nothing.
   */
  boot?: number | null;
  seq?: number | null;
  /**
   * Seconds between two readings; dates counted readings of which nothing else is known.
   */
  every_s?: number | null;
  /**
   * Which results are answered: of all readings (of JSON by default), or of the refused ones alone, each with its `index` (of CSV by default).
   */
  results?: 'all' | 'refused' | null;
  /**
   * @minItems 1
   * @maxItems 1000
   */
  readings: BatchReading[];
}
export interface BatchReading {
  /**
   * Of a gateway: the device that measured it.
   */
  mac_address?: string | null;
  /**
   * The key of the device; optional unless required.
   */
  api_key?: string | null;
  water_level_percent?: number | null;
  water_level_cm?: number | null;
  volume?: number | null;
  temperature?: number | null;
  pump_status?: 'on' | 'off' | null;
  latitude?: number | null;
  longitude?: number | null;
  distance_cm?: number | null;
  /**
   * Name of a sensor of the device.
   */
  sensor_name?: string | null;
  /**
   * When it was measured: ISO 8601 with offset, or seconds or milliseconds since 1970; for buffered readings.
   */
  recorded_at?: string | null;
  /**
   * Seconds since it was measured; counts where `recorded_at` is left out.
   */
  age_s?: number | null;
  /**
   * Times that the board had started; with `seq`, in place of an instant.
   */
  boot?: number | null;
  /**
   * Readings that it had counted since.
   */
  seq?: number | null;
  battery_percent?: number | null;
  signal_dbm?: number | null;
}
export interface BatchAnswer {
  stored: number;
  /**
   * Readings that were stored before.
   */
  repeated: number;
  /**
   * Readings that will not be stored, however often they are sent.
   */
  refused: number;
  results: {
    /**
     * Place of the reading, from 0.
     */
    index?: number;
    status: 'stored' | 'repeated' | 'refused';
    /**
     * Why it was refused, with every wrong field.
     */
    error?: string;
    /**
     * When it was measured, where that follows from its count.
     */
    recorded_at?: string;
    /**
     * What its device said of `recorded_at`, where that was set right.
     */
    reported_at?: string;
    ignored?: {
      field: string;
      message: string;
    }[];
  }[];
  /**
   * Commands that wait for the devices of the batch.
   */
  pending_commands: number;
}
export interface CreatedLorawanSecret {
  id: number;
  name: string;
  network: 'chirpstack' | 'tts';
  /**
   * How the secret begins, to tell it from others.
   */
  prefix: string;
  created_at: string;
  /**
   * Shown this once; only its hash is stored.
   */
  secret: string;
}
export interface LorawanSecret {
  id: number;
  name: string;
  network: 'chirpstack' | 'tts';
  /**
   * How the secret begins, to tell it from others.
   */
  prefix: string;
  created_at: string;
  /**
   * Give or take an hour.
   */
  last_used_at: string | null;
}
export interface LorawanMappings {
  ready: {
    model: string;
    name: string;
    mapping: LorawanMapping;
    decoded: LorawanMapping;
  }[];
  own: StoredLorawanMapping[];
}
export interface LorawanMapping {
  /**
   * The decoder of the frame, by the model of the sensor; null to take what the network server decoded.
   */
  decoder: 'em500-udl' | 'em400-tld' | 'ldds45' | 'ldds75' | 'dds75-lb' | null;
  /**
   * @minItems 1
   * @maxItems 20
   */
  fields: {
    /**
     * The field of a push that it fills.
     */
    field:
      | 'distance_cm'
      | 'water_level_cm'
      | 'water_level_percent'
      | 'volume'
      | 'temperature'
      | 'battery_percent'
      | 'signal_dbm'
      | 'pump_status'
      | 'recorded_at';
    /**
     * Where its value stands in what was decoded: names joined by dots, `[0]` in lists.
     */
    path: string;
    /**
     * What the payload says it in.
     */
    unit?: 'as_is' | 'mm' | 'm' | 'in' | 'ft' | 'F';
    /**
     * Multiplies the value, in the reading’s unit.
     */
    factor?: number;
    /**
     * Is added to it then.
     */
    offset?: number;
  }[];
}
export interface StoredLorawanMapping {
  id: number;
  profile: string | null;
  mapping: LorawanMapping;
  changed_at: string;
}
export interface LorawanDevice {
  device_id: string;
  mac_or_serial: string;
  device_name: string | null;
  heard_at: string;
  /**
   * Whose mapping reads it: of its profile, a ready one, the one for all others.
   */
  source: 'profile' | 'ready' | 'default' | 'none';
  message: LorawanMessage;
  /**
   * Readings as they would be pushed; none where the message says nothing of a level.
   */
  readings: {
    [k: string]: unknown;
  }[];
}
export interface LorawanMessage {
  network: 'chirpstack' | 'tts';
  profile: string | null;
  f_port: number;
  /**
   * The frame, in base64.
   */
  data: string;
  /**
   * What the network server decoded; null where it is too large to be kept.
   */
  decoded: {
    [k: string]: unknown;
  };
  received_at: string | null;
  signal_dbm: number | null;
}
export interface LorawanPreview {
  /**
   * Readings as they would be pushed; none where the message says nothing of a level.
   */
  readings: {
    [k: string]: unknown;
  }[];
  /**
   * Why readings would be refused, as far as they say it themselves.
   */
  errors: string[];
}
export interface ChirpstackEvent {
  deduplicationId?: string;
  time?: string;
  deviceInfo?: {
    /**
     * The serial of a device of the account.
     */
    devEui?: string;
    deviceProfileName?: string;
  };
  fPort?: number;
  /**
   * The frame, in base64.
   */
  data?: string;
  object?: unknown;
}
export interface LorawanAnswer {
  /**
   * `no_reading`: the frame says nothing of a level. `unknown_device`: its DevEUI is no device of the account. `ignored`: an event that is neither an uplink nor of a downlink of ours. `received`, `not_received`: whether the device has confirmed such a downlink.
   */
  status:
    | 'stored'
    | 'repeated'
    | 'refused'
    | 'no_reading'
    | 'unknown_device'
    | 'ignored'
    | 'received'
    | 'not_received';
  stored: number;
  /**
   * Readings that were stored before.
   */
  repeated: number;
  /**
   * Readings that will not be stored, however often they are sent.
   */
  refused: number;
  results: {
    /**
     * Place of the reading, from 0.
     */
    index?: number;
    status: 'stored' | 'repeated' | 'refused';
    /**
     * Why it was refused, with every wrong field.
     */
    error?: string;
    /**
     * When it was measured, where that follows from its count.
     */
    recorded_at?: string;
    /**
     * What its device said of `recorded_at`, where that was set right.
     */
    reported_at?: string;
    ignored?: {
      field: string;
      message: string;
    }[];
  }[];
  /**
   * Commands that wait for the devices of the batch.
   */
  pending_commands: number;
}
export interface TheThingsStackMessage {
  end_device_ids?: {
    /**
     * The serial of a device of the account.
     */
    dev_eui?: string;
  };
  received_at?: string;
  uplink_message?: {
    session_key_id?: string;
    f_port?: number;
    f_cnt?: number;
    /**
     * The frame, in base64.
     */
    frm_payload?: string;
    decoded_payload?: unknown;
    received_at?: string;
  };
}
export interface LorawanServer {
  id: number;
  /**
   * `tts` is The Things Stack.
   */
  network: 'chirpstack' | 'tts';
  /**
   * Where its API is, such as `https://eu1.cloud.thethings.network`.
   */
  url: string;
  webhook_id: string | null;
  changed_at: string;
}
export interface LorawanPumps {
  ready: {
    model: string;
    name: string;
    f_port: number;
    on: string;
    off: string;
  }[];
  own: LorawanPump[];
}
export interface LorawanPump {
  device_id: string;
  mac_or_serial: string;
  device_name: string | null;
  sensor_name: string;
  server_id: number;
  f_port: number;
  on: string;
  off: string;
  stops_by_itself: boolean;
  receipt_is_done: boolean;
  /**
   * Commands that its network server holds, or has passed on, of those that wait; null while that is not known.
   */
  queued: number | null;
  /**
   * Why its network server could not be told, while that is tried again.
   */
  error: string | null;
}
export interface SmsBalance {
  success: true;
  /**
   * Credits available.
   */
  balance: number;
  /**
   * All credits ever granted.
   */
  quota: number;
  /**
   * All credits spent, refunds taken off.
   */
  used: number;
  /**
   * There where trial credits paid for it: it goes to the simulator and to no phone.
   */
  simulated?: true;
  suspended?: SmsSuspension;
}
export interface SmsSuspension {
  since: string;
  reason: string;
}
export interface SmsSend {
  /**
   * `07…`, `01…`, `2547…` or `2541…`; spaces, dashes and a leading + are forgiven.
   */
  to: string;
  /**
   * At most 918 characters and at most 6 segments in its encoding.
   */
  message: string;
  /**
   * ISO 8601 with an offset, at most a year ahead; omit to send immediately.
   */
  scheduled_at?: string | null;
  /**
   * A promotional message keeps quiet hours and the opt-out list, and is never sent twice to be sure. Without it, the only class of the sender, else the account's default, at first `transactional`.
   */
  class?: 'transactional' | 'promotional' | null;
  /**
   * One of the account's own sender ids and short codes; its first one by default.
   */
  sender?: string | null;
  /**
   * Sends curly quotes, dashes and blanks as their twins of the GSM 7 bit alphabet, where the text then needs no UCS-2; the account's setting by default. The text is stored as it was given.
   */
  smart_encoding?: boolean | null;
  /**
   * What you call the message, such as the number of an invoice; it comes back with it.
   */
  reference?: string | null;
}
export interface SmsSent {
  success: true;
  message_id: string;
  balance: number;
  /**
   * `SMS queued` where it goes later.
   */
  message: 'SMS sent' | 'SMS queued';
  /**
   * There where trial credits paid for it: it goes to the simulator and to no phone.
   */
  simulated?: true;
}
export interface SmsBulk {
  /**
   * Numbers as for send; bad ones are left out and listed. This, `group_id` or `messages`.
   */
  to?: unknown[] | null;
  /**
   * A saved contact group. This, `to` or `messages`.
   */
  group_id?: number | null;
  /**
   * Objects `{"to", "text", "reference"}`: a text of its own for each number; `reference` is optional. In place of `to`, `group_id` and `message`.
   */
  messages?:
    | {
        to?: unknown;
        text?: unknown;
        reference?: unknown;
        [k: string]: unknown;
      }[]
    | null;
  /**
   * At most 918 characters and at most 6 segments in its encoding; with `to` or `group_id`.
   */
  message?: string | null;
  /**
   * A label of your own.
   */
  campaign?: string | null;
  /**
   * ISO 8601 with an offset, at most a year ahead; omit to send immediately.
   */
  scheduled_at?: string | null;
  /**
   * A promotional message keeps quiet hours and the opt-out list, and is never sent twice to be sure. Without it, the only class of the sender, else the account's default, at first `transactional`.
   */
  class?: 'transactional' | 'promotional' | null;
  /**
   * One of the account's own sender ids and short codes; its first one by default.
   */
  sender?: string | null;
  /**
   * Sends curly quotes, dashes and blanks as their twins of the GSM 7 bit alphabet, where the text then needs no UCS-2; the account's setting by default. The text is stored as it was given.
   */
  smart_encoding?: boolean | null;
  /**
   * Only says what would be sent and what it would cost.
   */
  dry_run?: boolean | null;
}
export interface SmsDryRun {
  success: true;
  dry_run: true;
  /**
   * Numbers that would be queued.
   */
  queued: number;
  duplicates: number;
  opted_out: number;
  /**
   * What was left out and not charged; the first 100, and `/jobs/{job_id}/rejected` has all.
   */
  rejected: {
    /**
     * Where it stood, from 0.
     */
    index: number;
    to: string | null;
    error: string;
  }[];
  rejected_count: number;
  encoding: 'gsm7' | 'ucs2';
  /**
   * Of the longest text.
   */
  segments: number;
  /**
   * What it does to the text, or would do; left out where that is nothing.
   */
  smart_encoding?: {
    applied: boolean;
    replaced: {
      from: string;
      to: string;
    }[];
    /**
     * Of all texts, where it is applied.
     */
    segments_saved: number;
  };
  /**
   * What stands in braces and for nothing, for which the request would be refused; the first 100.
   */
  unknown_placeholders?: {
    placeholder: string;
    /**
     * The one that is probably meant.
     */
    meant?: string;
    /**
     * Texts that have it.
     */
    count: number;
    /**
     * The first of them in `messages`, from 0.
     */
    index: number;
  }[];
  /**
   * Contacts without a name, where `message` asks for it.
   */
  without_name?: number;
  /**
   * Credits.
   */
  cost: number;
  /**
   * As it is; nothing was charged.
   */
  balance: number;
  message: 'Dry run: nothing was sent';
}
export interface SmsMessage {
  message_id: string;
  job_id: number | null;
  /**
   * `254XXXXXXXXX`.
   */
  to: string;
  /**
   * What you called it; goes with the text.
   */
  reference: string | null;
  message: string;
  /**
   * Whether its text was deleted, so long after it came; `message` is then empty.
   */
  redacted: boolean;
  class: 'transactional' | 'promotional';
  status:
    | 'scheduled'
    | 'queued'
    | 'sending'
    | 'unknown'
    | 'sent'
    | 'delivered'
    | 'undelivered'
    | 'failed'
    | 'expired'
    | 'cancelled';
  segments: number;
  encoding: 'gsm7' | 'ucs2';
  /**
   * Credits that it was charged with.
   */
  cost: number;
  error: string | null;
  /**
   * How often a provider was asked to take it.
   */
  attempts: number;
  scheduled_at: string | null;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  /**
   * Whether it is the simulator that carries it: no phone gets it.
   */
  simulated: boolean;
}
export interface SmsJob {
  job_id: number;
  campaign: string | null;
  class: 'transactional' | 'promotional';
  /**
   * The text as it was given.
   */
  message: string;
  queued: number;
  /**
   * Entries that were left out, where there were any; `/rejected` lists them.
   */
  rejected_count?: number;
  /**
   * Whether its text was deleted, so long after it came; `message` is then empty.
   */
  redacted: boolean;
  counts: SmsCounts;
  scheduled_at: string | null;
  created_at: string;
  finished_at: string | null;
}
export interface SmsCounts {
  scheduled: number;
  queued: number;
  sending: number;
  unknown: number;
  sent: number;
  delivered: number;
  undelivered: number;
  failed: number;
  expired: number;
  cancelled: number;
}
export interface SmsRejected {
  /**
   * Where it stood in the request, from 0.
   */
  index: number;
  /**
   * As it was written; `null` where it was no text.
   */
  to: string | null;
  error: string;
}
export interface SmsAccount {
  email: string;
  /**
   * Credits available: `quota - used`.
   */
  balance: number;
  /**
   * All credits ever granted.
   */
  quota: number;
  /**
   * All credits spent, refunds taken off.
   */
  used: number;
  /**
   * Whether what it sends reaches no phone, since it has nothing but trial credits.
   */
  simulated: boolean;
  /**
   * Balance at which the owner and the webhooks are told that it runs low; `null` never.
   */
  low_balance: number | null;
  /**
   * Whether the balance has fallen to `low_balance`, until a top-up.
   */
  is_low: boolean;
  suspended?: SmsSuspension;
}
export interface SmsSettings {
  quiet_hours: {
    /**
     * Such as `18:00`.
     */
    from: string;
    /**
     * Such as `18:00`.
     */
    until: string;
  } | null;
  /**
   * Class of messages that name none.
   */
  default_class: 'transactional' | 'promotional';
  /**
   * The zone of the quiet hours, an IANA name.
   */
  timezone: string;
  /**
   * The default of `smart_encoding` of its messages.
   */
  smart_encoding: boolean;
  /**
   * Balance at which the owner and the webhooks are told that it runs low; `null` never.
   */
  low_balance: number | null;
}
export interface Sender {
  sender: string;
  /**
   * The only class that it carries; `null` for both.
   */
  class: 'transactional' | 'promotional' | null;
  created_at: string;
}
export interface CreatedApiKey {
  id: number;
  name: string;
  /**
   * How the key begins, to tell it from others.
   */
  prefix: string;
  /**
   * Shown this once; only its hash is stored.
   */
  api_key: string;
  created_at: string;
}
export interface ApiKey {
  id: number;
  name: string;
  /**
   * How the key begins, to tell it from others.
   */
  prefix: string;
  created_at: string;
  last_used_at: string | null;
}
export interface Group {
  id: number;
  name: string;
  contact_count: number;
  created_at: string;
}
export interface SavedContacts {
  added: number;
  /**
   * Numbers that the group had already.
   */
  updated: number;
  /**
   * The first 100.
   */
  rejected: {
    /**
     * Place in the list, from 0.
     */
    index?: number;
    /**
     * Line of the file, from 1.
     */
    line?: number;
    to: string | null;
    error: string;
  }[];
  rejected_count: number;
  /**
   * What was read of a file otherwise than it stood there, the first 100; left out where there is nothing.
   */
  mended?: {
    /**
     * Line of the file, from 1.
     */
    line: number;
    /**
     * As it stood there.
     */
    written: string;
    /**
     * Numbers that were taken of it.
     */
    phones: string[];
    note: string;
  }[];
  mended_count?: number;
  /**
   * How a file was read that is not UTF-8, or names no column of numbers.
   */
  read_as?: {
    encoding: string;
    delimiter: string;
    /**
     * From 1; of each line the first with a number counts.
     */
    phone_columns: number[];
    name_columns: number[];
  };
}
export interface Contact {
  id: number;
  /**
   * `254XXXXXXXXX`.
   */
  phone: string;
  name: string | null;
  created_at: string;
}
export interface LedgerEntry {
  id: number;
  kind: 'grant' | 'reversal' | 'charge' | 'refund';
  /**
   * As it changed the balance: a charge and a reversal of a grant are negative.
   */
  credits: number;
  message_id: string | null;
  job_id: number | null;
  note: string | null;
  created_at: string;
}
export interface SmsSum {
  /**
   * The campaign, the name of the key, or the sender that was asked for; `null` for messages without a campaign, by the hand of the owner, or from the first sender.
   */
  name: string | null;
  /**
   * There for sums by key.
   */
  key_id?: number;
  messages: number;
  delivered: number;
  /**
   * What they were charged.
   */
  credits: number;
  /**
   * What of it was given back.
   */
  refunded: number;
}
export interface SmsMonth {
  /**
   * Such as `2026-11`, of the account's zone.
   */
  month: string;
  granted: number;
  taken_back: number;
  charged: number;
  refunded: number;
  /**
   * Of the balance.
   */
  change: number;
}
export interface SmsDay {
  /**
   * Such as `2026-11-21`, of the account's zone.
   */
  day: string;
  /**
   * That the number's range was given to; `null` where the line has all.
   */
  network: 'safaricom' | 'airtel' | 'telkom' | 'equitel' | 'faiba' | 'other' | null;
  /**
   * `null` where the line has both.
   */
  class: 'transactional' | 'promotional' | null;
  /**
   * Accepted on that day.
   */
  messages: number;
  /**
   * That a provider took.
   */
  handed_over: number;
  delivered: number;
  undelivered: number;
  /**
   * Handed over, and no receipt so far.
   */
  without_receipt: number;
  failed: number;
  expired: number;
  cancelled: number;
  /**
   * Not handed over so far, as far as anybody knows.
   */
  waiting: number;
  /**
   * Half were handed over within so many seconds of being accepted, or of their time.
   */
  handed_over_median_s: number | null;
  /**
   * The same of 95 in 100.
   */
  handed_over_p95_s: number | null;
  /**
   * Half of those delivered had their receipt within so many seconds.
   */
  receipt_median_s: number | null;
  /**
   * The same of 95 in 100.
   */
  receipt_p95_s: number | null;
}
export interface OptOut {
  /**
   * `254XXXXXXXXX`.
   */
  phone: string;
  /**
   * `inbound` where the phone itself said STOP or the like.
   */
  source: 'owner' | 'inbound';
  created_at: string;
}
export interface AddedOptOuts {
  /**
   * Those that were not on the list until now.
   */
  added: number;
  /**
   * The first 100.
   */
  rejected: {
    index: number;
    to: string | null;
    error: string;
  }[];
  rejected_count: number;
}
export interface AccountCredits {
  id: string;
  email: string;
  role: 'user' | 'admin';
  balance: number;
  quota: number;
  used: number;
  suspended?: SmsSuspension;
  created_at: string;
}
export interface SenderOfAccount {
  sender: string;
  email: string;
  class: 'transactional' | 'promotional' | null;
  created_at: string;
}
export interface SmsProvider {
  name: string;
  state: 'up' | 'degraded' | 'down';
  /**
   * Why, in a phrase.
   */
  detail: string;
  /**
   * What the provider says that there is; `null` where it is not known.
   */
  balance: {
    amount: number;
    /**
     * Such as `KES`; empty where the provider names none.
     */
    currency: string;
    asked_at: string;
    is_low: boolean;
  } | null;
  /**
   * When it last began to refuse messages for want of money.
   */
  refused_for_money_at: string | null;
}
export interface AuditEntry {
  id: number;
  action:
    | 'credits_granted'
    | 'credits_taken_back'
    | 'sender_given'
    | 'sender_taken'
    | 'key_revoked'
    | 'account_suspended'
    | 'account_resumed'
    | 'messages_searched'
    | 'texts_read'
    | 'role_changed'
    | 'second_factor_removed';
  /**
   * Who, by e-mail; null for the terminal.
   */
  by: string | null;
  /**
   * Whom it concerned, by the e-mail of then.
   */
  account: string | null;
  /**
   * From where; null for the terminal.
   */
  address: string | null;
  /**
   * What exactly, by action.
   */
  facts: {
    [k: string]: unknown;
  };
  created_at: string;
}
export interface SmsMessageOfAccount {
  /**
   * The account that sent it.
   */
  email: string;
  account_id: string;
  message_id: string;
  job_id: number | null;
  to: string;
  /**
   * There where `text` asks for it.
   */
  message?: string;
  class: 'transactional' | 'promotional';
  status:
    | 'scheduled'
    | 'queued'
    | 'sending'
    | 'unknown'
    | 'sent'
    | 'delivered'
    | 'undelivered'
    | 'failed'
    | 'expired'
    | 'cancelled';
  segments: number;
  cost: number;
  error: string | null;
  provider: string | null;
  attempts: number;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  simulated: boolean;
}
export interface SimulatedMessage {
  message_id: string;
  job_id: number | null;
  to: string;
  /**
   * The text as a phone would show it.
   */
  message: string;
  /**
   * Whether its text was deleted; `message` is empty then.
   */
  redacted: boolean;
  class: 'transactional' | 'promotional';
  status:
    | 'scheduled'
    | 'queued'
    | 'sending'
    | 'unknown'
    | 'sent'
    | 'delivered'
    | 'undelivered'
    | 'failed'
    | 'expired'
    | 'cancelled';
  segments: number;
  sent_at: string;
}
export interface InboundMessage {
  id: number;
  /**
   * The phone that sent it.
   */
  from: string;
  /**
   * The sender id or short code that it was sent to.
   */
  to: string;
  message: string;
  /**
   * Whether its text was deleted, so long after it came; `message` is then empty.
   */
  redacted: boolean;
  received_at: string;
}
export interface WebhookWithSecret {
  id: number;
  url: string;
  created_at: string;
  /**
   * Signs what is posted; shown this once.
   */
  secret: string;
}
export interface Webhook {
  id: number;
  url: string;
  created_at: string;
}
export interface WebhookDelivery {
  id: number;
  webhook_id: number;
  event: 'message.status' | 'message.inbound' | 'account.low_balance' | 'webhook.test';
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  /**
   * Why the last try failed.
   */
  error: string | null;
  /**
   * The JSON text that is posted.
   */
  body: string;
  created_at: string;
  next_try_at: string | null;
  delivered_at: string | null;
}
