package dev.faultlab.run;

import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Release;
import dev.faultlab.lab.Requirement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Images that are rejected unless they are the ones that a result recorded. */
public record LockedImages(ImageSource images, ImageLock lock) implements ImageSource {

  /**
   * {@inheritDoc}
   *
   * @throws LabException when one of them is another image than the recorded one
   */
  @Override
  public Map<Requirement, Image> resolve(Collection<Requirement> wanted)
      throws InterruptedException {
    Map<Requirement, Image> found = images.resolve(wanted);
    lock.require(found);
    return found;
  }

  @Override
  public List<String> missing(Collection<Requirement> wanted) {
    return images.missing(wanted);
  }

  @Override
  public String newest(Requirement template) {
    return images.newest(template);
  }

  @Override
  public List<Release> releases(Requirement template) {
    return images.releases(template);
  }

  @Override
  public Optional<String> library(Requirement template) {
    return images.library(template);
  }

  @Override
  public Map<String, String> packages(Requirement image) {
    return images.packages(image);
  }
}
