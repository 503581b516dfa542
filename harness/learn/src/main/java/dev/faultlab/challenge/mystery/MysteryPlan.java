package dev.faultlab.challenge.mystery;

import dev.faultlab.challenge.DerivedVariants;
import dev.faultlab.lab.Expected;
import dev.faultlab.lab.Lab;
import dev.faultlab.lab.RunForm;
import dev.faultlab.lab.Variant;
import dev.faultlab.plan.Choices;
import dev.faultlab.plan.Plan;
import dev.faultlab.plan.Planner;
import java.util.List;
import java.util.Map;

/** The plan of one case: its variant under a neutral name. */
public final class MysteryPlan {
  /** The name of the only point, and of the folder of its evidence. */
  public static final String NAME = "case";

  private MysteryPlan() {}

  /** One point, one trial. */
  public static Plan of(MysteryCatalog.Opened opened) {
    Lab lab = opened.lab();
    Mystery mystery = opened.mystery();
    Variant variant = DerivedVariants.find(lab, mystery.variant());
    Expected expected = variant.expect().get(mystery.signature());
    Variant hidden =
        DerivedVariants.variant(
            lab,
            variant,
            mystery.point(),
            NAME,
            "what is it?",
            List.of(variant.trial().with()),
            List.of(variant.stack()),
            Map.of(mystery.signature(), expected));
    return new Planner(lab.withoutComparisons(List.of(hidden)))
        .plan(Choices.trials(1, List.of(NAME), RunForm.SHORT));
  }
}
