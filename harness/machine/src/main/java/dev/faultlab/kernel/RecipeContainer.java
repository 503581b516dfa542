package dev.faultlab.kernel;

import dev.faultlab.docker.OneShot;
import dev.faultlab.guest.KernelRecipes;
import java.nio.file.Path;

/** Containers that mount the recipes of kernels at {@code /recipes}. */
record RecipeContainer(Path recipes) {
  /** Enough for one compiler on each of many cores. */
  private static final int MEBIBYTES = 8192;

  OneShot start() {
    return new OneShot(MEBIBYTES).with("--init").readOnly(recipes, KernelRecipes.RECIPES);
  }
}
