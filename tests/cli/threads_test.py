"""The numbers do not depend on how many threads compute them."""

import unittest

import numpy

from harness import Case


class ThreadsTest(Case):
    def test_one_two_and_eight(self):
        # 240 parameters: more panels than threads.
        fields = {"attention.d_model": 10, "attention.d_key": 7, "data.sequence_length": 12}
        results = {threads: self.compute(fields, name=f"{threads}.npz",
                                         env={"OMP_NUM_THREADS": str(threads)})
                   for threads in (1, 2, 8)}
        for threads in (2, 8):
            for name, array in results[1].items():
                other = results[threads][name]
                if "hessian" in name:
                    scale = numpy.abs(array).max()
                    self.assertLessEqual(numpy.abs(array - other).max(), 1e-13 * scale, name)
                elif "eigenvalues" in name:
                    scale = numpy.abs(array).max()
                    self.assertLessEqual(numpy.abs(array - other).max(), 1e-12 * scale, name)
                else:
                    self.assertEqual(array.tobytes(), other.tobytes(), name)


if __name__ == "__main__":
    unittest.main()
