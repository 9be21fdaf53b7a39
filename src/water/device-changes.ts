/** Is told of every change to a device after it is durable, so that nobody keeps an old copy. */
export type DeviceChanges = {
  /** @param identity the device's MAC or serial as it is compared. */
  forget: (identity: string) => void;
};
