package dev.faultlab.run;

import dev.faultlab.lab.LabException;
import dev.faultlab.lab.Release;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Images that are refused unless they are the ones that a result recorded. */
public record LockedImages(ImageSource images, ImageLock lock) implements ImageSource {

  /**
   * {@inheritDoc}
   *
   * @throws LabException when one of them is another image than the recorded one
   */
  @Override
  public Map<String, Image> resolve(Collection<String> roles) throws InterruptedException {
    Map<String, Image> found = images.resolve(roles);
    lock.require(found);
    return found;
  }

  @Override
  public List<String> missing(Collection<String> roles) {
    return images.missing(roles);
  }

  @Override
  public String newest(String role) {
    return images.newest(role);
  }

  @Override
  public List<Release> releases(String role) {
    return images.releases(role);
  }

  @Override
  public Map<String, String> packages(String role) {
    return images.packages(role);
  }
}
