/** The costs of reads, once the reports are there. */
export async function benchRead(_args: string[]): Promise<void> {}
