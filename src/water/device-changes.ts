/** Listener for changes to devices once they are durable, which drops its copies of them. */
export type DeviceChanges = {
  /** @param identity the device's MAC or serial as it is compared. */
  forget: (identity: string) => void;
};
