#include "ui/qt_test_main.h"

PLANSCOPE_QT_TEST_MAIN
