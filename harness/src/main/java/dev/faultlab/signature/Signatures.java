package dev.faultlab.signature;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every signature there is, by id. A new one is a line here. */
public final class Signatures {
  private final Map<String, Signature> byId = new LinkedHashMap<>();

  public Signatures() {
    for (Signature signature :
        List.of(
            new SerialisedLookups(),
            new RecursiveGet(),
            new LostWindowScale(),
            new WindowScaleOnTheWire(),
            new EntropyReads(),
            HeldUp.behindEntropy(),
            HeldUp.behindStdout(),
            new ForetoldCodes(),
            new ProviderLookups(),
            new LookupAllocation(),
            RepeatedLookups.stampede(),
            RepeatedLookups.perRequest(),
            Outlived.context(),
            Outlived.record(),
            Outlived.entry(),
            Outlived.question())) {
      byId.put(signature.id(), signature);
    }
  }

  public Optional<Signature> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  public Collection<Signature> all() {
    return List.copyOf(byId.values());
  }
}
