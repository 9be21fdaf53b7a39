/** A failure that whoever started the simulation can do something about; its text says what. */
export class SimulationError extends Error {
  override name = 'SimulationError';
}
