import type { Answered } from "../results";
import type { Shared } from "./index";

/** Shows how the last answer came about. */
export function showTrace({ session, answers }: Shared) {
  return async (): Promise<void> => {
    const { markdown } = await session.execute<Answered>("pqcite.trace", { quiet: true });
    await answers.show("Trace", markdown, "log");
  };
}
