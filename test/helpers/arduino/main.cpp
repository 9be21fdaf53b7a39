// Runs the sketch that the compiler is given as SKETCH, for CYCLES cycles.
#include SKETCH

int main() {
  int cycles = std::atoi(getenv("CYCLES"));
  bool isAwake = false;
  for (world.cycle = 0; world.cycle < cycles; world.cycle++) {
    try {
      if (!isAwake) setup();
      isAwake = true;
      loop();
    } catch (DeepSleep) {
      isAwake = false;
    }
  }
  return 0;
}
