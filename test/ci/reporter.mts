// Of a file that failed, prints the tests that failed: those that passed are often hundreds, and hide them.
import { DefaultReporter, type TestCase, type TestModuleState } from 'vitest/node';

export default class Failures extends DefaultReporter {
	protected override printTestCase(moduleState: TestModuleState, test: TestCase): void {
		if (test.result().state === 'failed') super.printTestCase(moduleState, test);
	}
}
