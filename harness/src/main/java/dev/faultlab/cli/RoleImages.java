package dev.faultlab.cli;

import dev.faultlab.image.ImageRequest;
import dev.faultlab.image.ImageResolver;
import dev.faultlab.image.ResolvedImage;
import dev.faultlab.image.Roles;
import dev.faultlab.run.ImageSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The images of a run, by role: present, pulled or built. */
final class RoleImages implements ImageSource {
  private final Roles roles;
  private final ImageResolver resolver;

  RoleImages(Roles roles, ImageResolver resolver) {
    this.roles = roles;
    this.resolver = resolver;
  }

  @Override
  public Map<String, Image> resolve(Collection<String> wanted) {
    List<String> names = List.copyOf(wanted);
    List<ResolvedImage> images =
        resolver.resolveAll(names.stream().map(name -> ImageRequest.parse(roles, name)).toList());
    Map<String, Image> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.put(names.get(i), new Image(images.get(i).name(), images.get(i).id()));
    }
    return byName;
  }
}
